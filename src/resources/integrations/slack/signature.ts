import { createHmac } from 'node:crypto';
import { isSameText } from '../../../channels/receiving/same-text.ts';
import { isRecent, MINUTE, SECOND } from '../../../time.ts';

/** How old a request may be, against one that somebody has recorded. */
const LONGEST_MS = 5 * MINUTE;

/** Whether Slack signed the body with this secret a short time ago. */
export function isSignedBySlack(
  secret: string,
  { timestamp, signature }: { timestamp: string; signature: string },
  body: Uint8Array,
  now: Date,
): boolean {
  const at = new Date(Number(timestamp) * SECOND);
  if (secret === '' || !/^\d{1,12}$/.test(timestamp) || !isRecent(LONGEST_MS, at, now)) return false;
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
  return isSameText(signature, expected);
}
