import type { Tx } from '../../db/tx.ts';
import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import type { EventType } from '../../entities/event.ts';
import { eventBody } from '../../events/event-body.ts';
import { SECOND } from '../../time.ts';
import { findReceiver } from './deliveries/receivers.ts';
import { type Attempt, send, succeeded } from './deliveries/send.ts';
import { attemptHeaders } from './deliveries/sign.ts';

/** The result of sending a sample to one webhook, with the headers sent (none if disabled); `ok` = it was accepted. */
export type SampleResult = {
  webhookId: number;
  url: string;
  headers: Record<string, string>;
  attempt: Attempt;
  ok: boolean;
};

/** The account's webhooks by id, or only the one with `webhookId` (null = all); disabled ones too. */
export async function sampleTargets(tx: Tx, accountId: number, webhookId: number | null) {
  return tx.db
    .selectFrom('webhooks')
    .select(['id', 'url', 'disabled_at as disabledAt'])
    .where('account_id', '=', accountId)
    .$if(webhookId !== null, (query) => query.where('id', '=', webhookId))
    .orderBy('id')
    .execute();
}

/**
 * Sends a sample of an event to a webhook, signed and not repeated, and returns the result. `example` is the payload.
 * Nothing is stored, and the sample has the event number 0, which no event has. A disabled webhook is sent nothing: its
 * result has an error.
 * @throws Error when the webhook's secret is damaged, or was encrypted with another key
 */
export async function sendSample(
  app: App,
  target: { id: number; url: string },
  type: EventType,
  example: Record<string, unknown>,
): Promise<SampleResult> {
  const tx = app.tx();
  const receiver = await findReceiver(tx, 'Webhook', target.id, app.now());
  if (!receiver) {
    const attempt = {
      statusCode: null,
      error: 'the webhook is disabled',
      latencyMs: 0,
      response: null,
      retryAfterMs: null,
    };
    return { webhookId: target.id, url: target.url, headers: {}, attempt, ok: false };
  }
  const now = app.now();
  const { event: _, id: __, event_id: ___, ...payload } = example;
  const recorded = { id: 0, type, payload: JSON.stringify({ ...payload, sample: true }) };
  const body = eventBody(recorded, receiver.dialect);
  const headers = attemptHeaders(
    { deliveryId: randomUUID(), event: type, eventId: 0, chainLength: 0, body },
    receiver.secrets,
    now,
  );
  const attempt = await send(
    await app.receivers(),
    receiver.url,
    body,
    headers,
    app.config.webhooks.timeout_seconds * SECOND,
  );
  return { webhookId: target.id, url: target.url, headers, attempt, ok: succeeded(attempt) };
}
