import { mayPass } from '../../outbound.ts';
import { number, object, string } from 'yup';
import { AppError } from '../../errors.ts';
import { succeeded, send } from '../../resources/webhooks/deliveries/send.ts';
import { SECOND } from '../../time.ts';
import { VERSION } from '../../version.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({ id: string(), url: string().required(), body: string().required(), chain_length: number() });

/**
 * Posts the event of the action `send_webhook_event` to its address, again while the receiver does not answer or asks for a
 * repetition. The `webhook-id` of Standard Webhooks lets receivers recognize repetitions.
 */
export const postEvent: JobHandler = async (app, payload) => {
  const { id, url, body, chain_length: chainLength } = payloadOf.validateSync(payload);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `Parley/${VERSION}`,
    ...(id !== undefined && { 'webhook-id': id }),
    ...(chainLength !== undefined && { 'x-parley-chain': String(chainLength) }),
  };
  const timeoutMs = app.config.webhooks.timeout_seconds * SECOND;
  const attempt = await send(await app.http(), url, body, headers, timeoutMs);
  if (succeeded(attempt)) return;
  const { statusCode } = attempt;
  const isRefused = statusCode !== null && !mayPass(statusCode);
  const detail = attempt.error ?? `the receiver answered ${statusCode}`;
  throw new AppError(isRefused ? 'invalid' : 'unavailable', 'Event not accepted', { detail });
};
