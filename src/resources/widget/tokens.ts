import type { Tx } from '../../db/tx.ts';
import { visitorToken } from '../../records/public/visitor-token.ts';
import type { ContactCaller } from '../../records/public/contact-caller.ts';
import { text } from '../../wire/shape.ts';

/** Absent where the visitor has the same as before. */
export const TOKENS = { widget_auth_token: text, pubsub_token: text };

/** The token of a visitor who had none or another one before, and what they listen to the socket with. */
export function tokensOf(tx: Tx, inboxId: number, { contactInbox }: ContactCaller, now: Date) {
  return {
    widget_auth_token: visitorToken(tx.installation.vault, { sourceId: contactInbox.sourceId, inboxId }, now),
    pubsub_token: contactInbox.pubsubToken,
  };
}
