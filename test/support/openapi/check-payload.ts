import { openTx } from '../../../src/db/tx.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorObject, type ValidateFunction } from 'ajv';
import type { App } from '../../../src/app.ts';
import type { RecordedEventType } from '../../../src/entities/event.ts';
import { payloadShapes } from '../../../src/wire/payload-shapes.ts';
import { eventBody } from '../../../src/events/event-body.ts';
import { deliveryHeaders } from '../../../src/http/openapi/webhooks.ts';
import { storedEvents } from '../database/stored-events.ts';
import { openAjv } from './open-ajv.ts';

type Payload = { event: RecordedEventType; id: number };
type Header = { name: string; required: boolean };

const ajv = openAjv();
const validators = new Map<string, ValidateFunction>();
/** The headers that a delivery may have besides the declared ones. */
const COMMON = [
  'content-type',
  'content-length',
  'user-agent',
  'host',
  'connection',
  'accept',
  'transfer-encoding',
  'accept-encoding',
];

/** @throws Error when the body of an event does not match the document */
export function checkPayload(payload: Payload): void {
  const { event } = payload;
  if (!(event in payloadShapes)) throw new Error(`there is no event ${event}`);
  const validate = validators.get(event) ?? ajv.compile(payloadShapes[event]);
  validators.set(event, validate);
  if (validate(payload)) return;
  const wrong = (validate.errors ?? []).slice(0, 8).map((error) => `  ${sentence(error)}`);
  throw new Error(`${event} is not as declared:\n${wrong.join('\n')}\n${JSON.stringify(payload).slice(0, 2000)}`);
}

/** The id of the last event that was checked, by the app's ORM. */
const checkedUpTo = new WeakMap<object, number>();

/**
 * Checks every event that the app has recorded since the last call against the document. Events with the payload "{}"
 * were written by tests, and are skipped.
 */
export async function checkRecorded({ orm }: Pick<App, 'orm'>): Promise<void> {
  const rows = await storedEvents(openTx(orm).db, { after: checkedUpTo.get(orm) ?? 0 });
  checkedUpTo.set(orm, rows.at(-1)?.id ?? checkedUpTo.get(orm) ?? 0);
  for (const row of rows.filter(({ payload }) => payload !== '{}')) {
    checkPayload(JSON.parse(eventBody(row, 'spec')) as Payload);
  }
}

/** @throws Error when the headers or the body of a delivery do not match the document */
export function checkDelivery(headers: IncomingHttpHeaders, body: Payload): void {
  const declared = Object.values(deliveryHeaders) as Header[];
  const missing = declared.filter(({ name, required }) => required && headers[name.toLowerCase()] === undefined);
  const known = [...COMMON, ...declared.map(({ name }) => name.toLowerCase())];
  const unknown = Object.keys(headers).filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`a delivery lacks ${missing.map(({ name }) => name).join(', ')}`);
  if (unknown.length > 0) throw new Error(`a delivery has ${unknown.join(', ')}, which are not declared`);
  checkPayload(body);
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}
