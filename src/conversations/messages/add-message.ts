import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { recordConversationUpdated, recordMessageCreated } from '../../events/record-conversation.ts';
import { autoAssign } from '../assignment/auto-assign.ts';
import { recordMove } from '../status/record-move.ts';
import { updateConversation } from '../update-conversation.ts';
import { changesByMessage, waitingChanges } from './changes-by-message.ts';
import { insertMessage } from './insert-message.ts';
import type { CreatedMessage, NewMessage } from './new-message.ts';
import { noteMentions } from './note-mentions.ts';
import { writeActivity } from './write-message.ts';

const REOPENED = 'Conversation was reopened by a new incoming message';

/**
 * Adds a message to the locked conversation `before`: writes it, has it sent, writes all that it changes of the
 * conversation in one statement, and records the events.
 * @throws AppError `invalid`, 'Invalid email address'; `not_found` for a bot of another account
 */
export async function addMessage(
  tx: Tx,
  before: ConversationRecord,
  input: NewMessage,
  now: Date,
): Promise<CreatedMessage> {
  const message = await insertMessage(tx, before, input, now);
  if (message.private) await noteMentions(tx, before, message, now);

  const changes = changesByMessage(before, message, input, now);
  const activity = changes.status ? await writeActivity(tx, before, REOPENED, now) : {};
  const after = await updateConversation(tx, before, { ...changes, ...activity });
  if (message.messageType === 'incoming') await touchContact(tx, { id: before.contact.id, now });

  const conversation = changes.status ? await recordReopening(tx, before, after, now) : after;
  await recordMessageCreated(tx, conversation, message, now);
  const told = waitingChanges(before, conversation);
  if (told.length > 0) await recordConversationUpdated(tx, conversation, told, now);
  return { message, conversation };
}

const touchContact = prepared((db, values: Placeholders<{ id: number; now: Date }>) =>
  db.updateTable('contacts').set({ last_activity_at: values.now }).where('id', '=', values.id),
);

/** Receivers are told of the reopening first, and that the contact waits only after the message. */
async function recordReopening(
  tx: Tx,
  before: ConversationRecord,
  after: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  const reopened = { ...after, waitingSince: before.waitingSince };
  await recordMove(tx, before, reopened, now);
  const assigned = await autoAssign(tx, reopened, now);
  return { ...assigned, waitingSince: after.waitingSince };
}
