import type { MessageRecord } from '../records/message.ts';

/** Whether a mail program sent it by itself: it might answer our replies for ever. */
export function isAutoresponse({ contentType, contentAttributes: { email } }: MessageRecord): boolean {
  if (contentType !== 'incoming_email' || typeof email !== 'object' || email === null || Array.isArray(email)) {
    return false;
  }
  return email['auto_reply'] === true;
}
