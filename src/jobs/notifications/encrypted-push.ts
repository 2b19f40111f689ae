import type { Browser } from '../../resources/notification_subscriptions/browser-of.ts';
import type { PushKeys } from '../../resources/notification_subscriptions/push-keys.ts';
import { DAY, SECOND } from '../../time.ts';

/** How long the push service keeps a message for a browser that is not connected. */
const KEPT_MS = DAY;

type Sender = {
  keys: PushKeys;
  publicUrl: string;
  /** A message that has not been fetched yet is replaced by a newer one of the same topic. */
  topic: string;
};

/** The request that brings `text` to the browser: encrypted for it (RFC 8291), and signed by the installation (RFC 8292). */
export async function encryptedPush(
  { endpoint, p256dh, auth }: Browser,
  text: string,
  { keys, publicUrl, topic }: Sender,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { generateRequestDetails } = (await import('web-push')).default;
  const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: contactOf(publicUrl), ...keys },
    TTL: KEPT_MS / SECOND,
    contentEncoding: 'aes128gcm',
    urgency: 'high',
    topic,
  });
  if (body === null) throw new Error('a push message has no body');
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { headers: Object.fromEntries(texts) as Record<string, string>, body };
}

/** Where a push service finds those who run the installation: an https address, or else a mail address. */
function contactOf(publicUrl: string): string {
  const url = new URL(publicUrl);
  return url.protocol === 'https:' ? url.origin : `mailto:postmaster@${url.hostname}`;
}
