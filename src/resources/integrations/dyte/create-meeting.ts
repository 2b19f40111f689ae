import type { App } from '../../../app.ts';
import { createMessage } from '../../../conversations/messages/create-message.ts';
import type { CreatedMessage, NewMessage } from '../../../conversations/messages/new-message.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Actor } from '../../../records/actor.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { askDyte, dyteHook, textGranted } from './ask-dyte.ts';

/**
 * Begins a video call with the contact of the conversation, and tells them of it in a message. Not for the inside of a
 * transaction.
 * @throws AppError as `dyteHook`, `textGranted` and `createMessage`
 */
export async function createMeeting(
  app: App,
  tx: Tx,
  conversation: ConversationRecord,
  actor: Actor,
  now: Date,
): Promise<CreatedMessage> {
  const hook = await dyteHook(tx, conversation.account.id);
  const title = `${actor.displayName ?? actor.name} has started a meeting`;
  const id = textGranted(app, await askDyte(app, tx, hook, 'POST', '/meetings', { title }), 'id');
  const message: NewMessage = {
    messageType: 'outgoing',
    content: title,
    contentType: 'integrations',
    contentAttributes: { type: 'dyte', data: { meeting_id: id } },
    additionalAttributes: {},
    private: false,
    sourceId: null,
    recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
    files: [],
    reopens: true,
    actor,
    botId: null,
  };
  return createMessage(tx, conversation.id, message, now);
}
