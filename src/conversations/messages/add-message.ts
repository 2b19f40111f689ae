import type { ConversationRecord } from '../../records/conversation.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { EntityManager } from '../../db/orm.ts';
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
  em: EntityManager,
  before: ConversationRecord,
  input: NewMessage,
  now: Date,
): Promise<CreatedMessage> {
  const message = await insertMessage(em, before, input, now);
  if (message.private) await noteMentions(em, before, message, now);

  const changes = changesByMessage(before, message, input, now);
  const activity = changes.status ? await writeActivity(em, before, REOPENED, now) : {};
  const after = await updateConversation(em, before, { ...changes, ...activity });
  if (message.messageType === 'incoming') await touchContact(em, { id: before.contact.id, now });

  const conversation = changes.status ? await recordReopening(em, before, after, now) : after;
  await recordMessageCreated(em, conversation, message, now);
  const told = waitingChanges(before, conversation);
  if (told.length > 0) await recordConversationUpdated(em, conversation, told, now);
  return { message, conversation };
}

const touchContact = prepared((db, values: Placeholders<{ id: number; now: Date }>) =>
  db.updateTable('contacts').set({ last_activity_at: values.now }).where('id', '=', values.id),
);

/** Receivers are told of the reopening first, and that the contact waits only after the message. */
async function recordReopening(
  em: EntityManager,
  before: ConversationRecord,
  after: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  const reopened = { ...after, waitingSince: before.waitingSince };
  await recordMove(em, before, reopened, now);
  const assigned = await autoAssign(em, reopened, now);
  return { ...assigned, waitingSince: after.waitingSince };
}
