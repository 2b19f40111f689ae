import type { IncomingHttpHeaders } from 'node:http';
import { attemptHeaders } from '../../resources/webhooks/deliveries/sign.ts';
import { SECOND } from '../../time.ts';

/**
 * Whether `secret` is one of those that have signed the delivery with these headers: `webhook-signature` has a signature by each
 * secret in force.
 */
export function isSignedBy(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const text = (name: string) => String(headers[name] ?? '');
  const signed = {
    deliveryId: text('x-parley-delivery'),
    event: 'message_created',
    eventId: Number(text('x-parley-event-id')),
    chainLength: 0,
    body,
  } as const;
  const time = new Date(Number(text('webhook-timestamp')) * SECOND);
  if (Number.isNaN(time.getTime())) return false;
  const { 'webhook-signature': expected = '' } = attemptHeaders(signed, [secret], time);
  return text('webhook-signature').split(' ').includes(expected);
}
