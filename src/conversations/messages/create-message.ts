import { isOfMember } from '../../presence/of-member.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord, Presence } from '../../records/message.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { invalid } from '../../errors.ts';
import { recordConversationUpdated, recordMessageCreated } from '../../events/record-conversation.ts';
import { tell } from '../../events/tell.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { isRecent, MINUTE } from '../../time.ts';
import { autoAssign } from '../assignment/auto-assign.ts';
import { type Candidate, findFollowers } from '../notifications/find-candidates.ts';
import { notifyOfMessage } from '../notifications/notify-of-message.ts';
import { enoughAnswersError, hasEnoughAnswers } from '../replies/has-enough-answers.ts';
import { sendAutomaticReplies } from '../replies/send-automatic-replies.ts';
import { recordReply } from '../reporting/record-reply.ts';
import { lockSendingsEarly, sendingsOf } from '../sending/plan-sending.ts';
import { recordMove } from '../status/record-move.ts';
import { updateConversation } from '../update-conversation.ts';
import { attentionOf, changesByMessage, isReplyOfPerson, repliesTo, waitingChanges } from './changes-by-message.ts';
import { insertMessage, takeMessageKey } from './insert-message.ts';
import type { CreatedMessage, NewMessage } from './new-message.ts';
import { MENTION_START, noteMentions } from './note-mentions.ts';
import { writeActivity } from './write-activity.ts';

/** Completes a new conversation after its first message; returns the changed conversation. */
export type Begin = (tx: Tx, conversation: ConversationRecord, first: MessageRecord) => Promise<ConversationRecord>;

const REOPENED = 'Conversation was reopened by a new incoming message';

/** Finds a conversation in a transaction: its row key, or the conversation, locked and read in that transaction. */
type Find = (tx: Tx) => Promise<number | ConversationRecord>;

/**
 * Adds a message to the conversation with this row key, which may be found in the transaction: one of the contact waits for
 * an answer and reopens the conversation, unless its `attention` says that nobody waits; one of the team answers. The
 * automatic replies of the inbox follow. `begin` does what follows from the conversation being new; null = it is not.
 * @throws AppError `invalid`: 'Invalid message type' for incoming messages outside of API inboxes, 'Too many messages',
 *   'Invalid email address'; `not_found` for a bot of another account, and for a deleted conversation
 */
export function createMessage(
  tx: Tx,
  conversation: number | Find,
  input: NewMessage,
  now: Date,
  begin: Begin | null = null,
): Promise<CreatedMessage> {
  return inTransaction(tx, async (tx) => {
    const found = typeof conversation === 'number' ? conversation : await conversation(tx);
    const conversationId = typeof found === 'number' ? found : found.id;
    const [before, counted, followers, key, presence] = await tx.together((tx) => [
      typeof found === 'number' ? lockConversation(tx, found) : Promise.resolve(found),
      findCounted(tx, conversationId),
      // The assignee of a new conversation follows it only later.
      begin === null ? findFollowers(tx, conversationId) : Promise.resolve(null),
      // After the lock: messages are listed in the order of their keys.
      takeMessageKey(tx),
      findPresence(tx, conversationId, input.actor),
    ]);
    if (input.messageType === 'incoming' && !takesIncoming(before, input)) {
      throw invalid('Invalid message type', 'incoming messages can only be created in API inboxes', ['message_type']);
    }
    if (!isByPerson(input)) limitMessages(tx, counted, now);

    const unsent = await whyUnsent(tx, before, input, now);
    const written = unsent === null ? input : { ...input, unsent };
    const created = await addMessage(tx, before, written, now, { followers, key, presence, begin });
    const replies = repliesTo(created.message, created.conversation, attentionOf(input));
    if (replies.length === 0) return created;
    return { ...created, conversation: await sendAutomaticReplies(tx, created.conversation, replies, now) };
  });
}

/** Whether a member of the account writes it in an app in which they have signed in: others may be programs. */
const isByPerson = ({ actor }: NewMessage) => actor?.type === 'User' && actor.tokenId === null;

/** Why the message is not sent although a provider would: rules and bots may not go on for ever where another program answers. */
async function whyUnsent(
  tx: Tx,
  conversation: ConversationRecord,
  { messageType, private: isPrivate, actor }: NewMessage,
  now: Date,
): Promise<string | null> {
  const program = actor?.type === 'AutomationRule' ? 'rule' : actor?.type === 'AgentBot' ? 'bot' : null;
  if (program === null || messageType !== 'outgoing' || isPrivate) return null;
  return (await hasEnoughAnswers(tx, conversation, program, now)) ? enoughAnswersError(conversation, program) : null;
}

/** Contacts write in any of their inboxes. On behalf of contacts, incoming messages may only be added to API inboxes. */
function takesIncoming({ inbox }: ConversationRecord, { actor }: NewMessage): boolean {
  return inbox.channelType === 'api' || actor?.type === 'Contact';
}

/** The message with which a new one would be one too many if it is of the last minute; null = there is none. */
async function findCounted(tx: Tx, conversationId: number): Promise<{ createdAt: Date } | null> {
  const { messagesPerMinute } = tx.installation.limits;
  if (messagesPerMinute === 0) return null;
  const [counted] = await messageBefore(tx, { conversationId, newer: messagesPerMinute - 1 });
  return counted ?? null;
}

/**
 * Stops two programs that answer each other for ever, and leaves the conversation to people meanwhile. Messages are not counted
 * in the chain (events/chain.ts), which is for other changes.
 * @throws AppError `invalid`, "Too many messages", when the conversation has as many within a minute as it may
 */
function limitMessages({ installation }: Tx, counted: { createdAt: Date } | null, now: Date): void {
  if (counted === null || !isRecent(MINUTE, counted.createdAt, now)) return;
  const { messagesPerMinute } = installation.limits;
  throw invalid('Too many messages', `a conversation takes ${messagesPerMinute} messages a minute; try again later`);
}

/** The message that has so many newer ones: they are counted in the index alone, and only one row is read. */
const messageBefore = prepared((db, values: Placeholders<{ conversationId: number; newer: number }>) =>
  db
    .selectFrom('messages')
    .select('created_at as createdAt')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', values.conversationId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(values.newer),
    ),
);

/** The presence of the user who writes, which the message's event tells; null = no member of the account writes. */
async function findPresence(tx: Tx, conversationId: number, actor: Actor | null): Promise<Presence | null> {
  if (actor?.type !== 'User') return null;
  const [presence] = await presenceIn(tx, { conversationId, userId: actor.id });
  return presence ?? null;
}

const presenceIn = prepared((db, values: Placeholders<{ conversationId: number; userId: number }>) =>
  db
    .selectFrom('account_users as m')
    .leftJoin('presences as r', (join) => join.on(isOfMember('m')))
    .select(['m.availability', 'm.auto_offline as autoOffline', 'r.online_until as onlineUntil'])
    .where('m.user_id', '=', values.userId)
    .where('m.account_id', '=', (eb) =>
      eb.selectFrom('conversations').select('account_id').where('id', '=', values.conversationId),
    ),
);

/** Writes the message and, in one statement, all that it changes of the conversation, and records the events. */
async function addMessage(
  tx: Tx,
  before: ConversationRecord,
  input: NewMessage,
  now: Date,
  known: { followers: readonly Candidate[] | null; key: number | null; presence: Presence | null; begin: Begin | null },
): Promise<CreatedMessage> {
  const message = await insertMessage(tx, before, input, now, known);
  const mentions = message.private && message.content?.includes(MENTION_START);
  const mentionedIds = mentions ? await noteMentions(tx, before, message, now) : [];

  const changes = changesByMessage(before, message, input, now);
  // The automatic replies are sent after the conversation has been counted.
  if (changes.status) await lockSendingsEarly(tx, sendingsOf(before));
  const activity = changes.status ? await writeActivity(tx, before, REOPENED, now) : {};
  const updated = await updateConversation(tx, before, { ...changes, ...activity });
  const after = message.messageType === 'incoming' ? await noteContactActive(tx, updated, now) : updated;

  const begun = known.begin ? await known.begin(tx, after, message) : after;
  const conversation = changes.status ? await recordReopening(tx, before, begun, now) : begun;
  if (isReplyOfPerson(message)) await recordReply(tx, before, message, now);
  await tellEcho(tx, message, input.echoId ?? null);
  const attention = message.messageType === 'incoming' ? attentionOf(input) : 'answer';
  await recordMessageCreated(tx, conversation, message, now, { runsRules: attention === 'answer' });
  const told = waitingChanges(before, conversation);
  if (told.length > 0) await recordConversationUpdated(tx, conversation, told, now);
  if (attention !== 'answer') return { message, conversation };
  const followers = known.followers ?? (await findFollowers(tx, conversation.id));
  const authorId = message.messageType !== 'incoming' && input.actor?.type === 'User' ? input.actor.id : null;
  await notifyOfMessage(tx, conversation, message, { followers, mentionedIds, authorId }, now);
  return { message, conversation };
}

async function tellEcho(tx: Tx, { id: messageId, accountId }: MessageRecord, echoId: string | number | null) {
  if (echoId !== null) await tell(tx, { is: 'echo', accountId, messageId, echoId });
}

async function noteContactActive(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  await tx.sent(touchContact(tx, { id: conversation.contact.id, now }));
  return { ...conversation, contact: { ...conversation.contact, lastActivityAt: now } };
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
