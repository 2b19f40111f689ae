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
 * The headers of an attempt at `time`, with three signatures: a plain HMAC of the body, Standard Webhooks 1.0, and
 * Chatwoot's, for Chatwoot's receivers. `secrets`: the valid secrets, newest first; none = unsigned. Standard Webhooks carry
 * a signature by each secret. The others carry only one, by the oldest secret, so that receivers that know only the oldest
 * can verify it until its end.
 */
export function attemptHeaders(signed: Signed, secrets: readonly string[], time: Date): Record<string, string> {
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
  const oldest = secrets.at(-1);
  if (oldest === undefined) return headers;

  const timestamp = String(unixSeconds(time));
  // Standard Webhooks: the id is the event's, so that receivers recognize repetitions.
  const id = `evt_${signed.eventId}`;
  return {
    ...headers,
    'x-parley-signature': hmac(oldest, signed.body, 'hex'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standard(secret, `${id}.${timestamp}.${signed.body}`)).join(' '),
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': `sha256=${hmac(oldest, `${timestamp}.${signed.body}`, 'hex')}`,
  };
}

/** Standard Webhooks: the key is what the secret's text encodes. */
function standard(secret: string, text: string): string {
  return `v1,${hmac(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), text, 'base64')}`;
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
