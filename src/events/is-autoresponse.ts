import type { MessageRecord } from '../records/message.ts';

/** Whether a mail program sent it by itself: it might answer our replies for ever. */
export function isAutoresponse(message: Pick<MessageRecord, 'contentType' | 'contentAttributes'>): boolean {
  if (isAutomaticAnswer(message)) return true;
  const { email } = message.contentAttributes;
  const isMail = message.contentType === 'incoming_email' && typeof email === 'object' && email !== null;
  return isMail && !Array.isArray(email) && email['auto_reply'] === true;
}

/**
 * Whether the message is an automatic answer, such as an absence note, in any channel, so that nobody waits for a reply. Mails
 * of contact forms and mailing lists are not.
 */
export function isAutomaticAnswer({ contentAttributes }: Pick<MessageRecord, 'contentAttributes'>): boolean {
  return contentAttributes['auto_reply'] === true;
}

/** Whether a program has the chat, so that nothing is sent by itself and nobody is notified: one that answers automatically, or the provider's. */
export function isLeftToProgram({ contentAttributes }: Pick<MessageRecord, 'contentAttributes'>): boolean {
  return isAutomaticAnswer({ contentAttributes }) || contentAttributes['standby'] === true;
}
