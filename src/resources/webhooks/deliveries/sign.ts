import { createHmac } from 'node:crypto';
import type { RecordedEventType } from '../../../entities/event.ts';
import { unixSeconds } from '../../../time.ts';
import { VERSION } from '../../../version.ts';

/** The data of a delivery, the same for every attempt. */
export type Signed = {
  deliveryId: string;
  event: RecordedEventType;
  eventId: number;
  /** The length of the chain of automatic changes at the event. */
  chainLength: number;
  body: string;
};

/**
 * The headers of one attempt at `time`, with three signatures: a plain HMAC of the body, Standard Webhooks 1.0, and
 * Chatwoot's, whose receivers work here unchanged. `secret` null = unsigned.
 */
export function attemptHeaders(signed: Signed, secret: string | null, time: Date): Record<string, string> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': `Parley/${VERSION}`,
    'x-parley-event': signed.event,
    'x-parley-event-id': String(signed.eventId),
    'x-parley-delivery': signed.deliveryId,
    'x-parley-chain': String(signed.chainLength),
    'x-chatwoot-delivery': signed.deliveryId,
  };
  if (secret === null) return headers;

  const timestamp = String(unixSeconds(time));
  // Standard Webhooks: the id is the event's, so that receivers recognize repetitions.
  const id = `evt_${signed.eventId}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    ...headers,
    'x-parley-signature': hmac(secret, signed.body, 'hex'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${signed.body}`, 'base64')}`,
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': `sha256=${hmac(secret, `${timestamp}.${signed.body}`, 'hex')}`,
  };
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
