import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { sql, type SqlBool } from 'kysely';
import { type Placeholders, parseFlags, prepared, remembered } from '../../db/prepared.ts';
import type { List } from '../../db/kept/showing.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { found } from '../../errors.ts';
import { isPublicIn } from '../../records/public/public-messages.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { selectMessages, selectWithPresence, withAttachments } from '../../records/read-messages.ts';

/** Which messages of a conversation: a page counted from the newest, or those around ids that the client has. */
export type MessageRange = Rows & {
  /** Only messages with a smaller id; null = from the newest. */
  before: number | null;
  /** Only messages with a greater id, read forwards; null = read backwards. */
  after: number | null;
  /** Leave out private notes and activities. */
  publicOnly: boolean;
};

/** The messages of a conversation in `range`, oldest first. */
export function listMessages(tx: Tx, conversationId: number, range: MessageRange): Promise<MessageRecord[]> {
  return messagesIn(tx, conversationId, range).items();
}

/** The messages that `listMessages` reads, as a list for `showList`. */
export function messagesIn(tx: Tx, conversationId: number, range: MessageRange): List<MessageRecord> {
  const variant = `${range.before !== null} ${range.after !== null} ${range.publicOnly}`;
  const values = { ...range, before: range.before ?? 0, after: range.after ?? 0, conversationId };
  const oldestFirst = <Row>(rows: Row[]) => (range.after === null ? rows.toReversed() : rows);
  return {
    ids: () => selectIds(tx, values, variant),
    items: async () => withAttachments(tx, oldestFirst(await selectRange(tx, values, variant))),
  };
}

type RangeValues = Rows & { conversationId: number; before: number; after: number };

const selectRange = prepared((db, values: Placeholders<RangeValues>, variant: string) => {
  const { where, order } = partsOfRange(values, variant);
  return selectMessages(db)
    .where((eb) => eb.and(where))
    .orderBy('m.id', order)
    .limit(values.limit)
    .offset(values.offset);
});

/** Oldest first. */
const selectIds = remembered((db, values: Placeholders<RangeValues>, variant: string) => {
  const { where, order } = partsOfRange(values, variant);
  const inRange = db
    .selectFrom('messages as m')
    .select('m.id')
    .where((eb) => eb.and(where))
    .orderBy('m.id', order)
    .limit(values.limit)
    .offset(values.offset);
  return db.selectFrom(inRange.as('found')).select('id').orderBy('id');
});

function partsOfRange(values: Placeholders<RangeValues>, variant: string) {
  const [before = false, after = false, publicOnly = false] = parseFlags(variant);
  const where = [
    sql<SqlBool>`m.conversation_id = ${values.conversationId}`,
    ...(before ? [sql<SqlBool>`m.id < ${values.before}`] : []),
    ...(after ? [sql<SqlBool>`m.id > ${values.after}`] : []),
    ...(publicOnly ? [isPublicIn('m')] : []),
  ];
  return { where, order: after ? ('asc' as const) : ('desc' as const) };
}

/** How many messages of the conversation are neither private nor activities. */
export async function countPublicMessages(tx: Tx, conversationId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where(isPublicIn('messages'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The message with this id in the conversation; null when there is none. */
export async function findMessage(tx: Tx, conversationId: number, id: number): Promise<MessageRecord | null> {
  const [message] = await withAttachments(tx, await one(tx, { conversationId, id }));
  return message ?? null;
}

/**
 * The message and its conversation, locked until the end of the transaction.
 * @throws AppError `not_found`, "Conversation not found" or "Message not found"
 */
export async function lockMessage(
  tx: Tx,
  conversationId: number,
  id: number,
): Promise<{ conversation: ConversationRecord; message: MessageRecord }> {
  const conversation = await lockConversation(tx, conversationId);
  return { conversation, message: found(await findMessage(tx, conversationId, id), 'Message') };
}

const one = prepared((db, values: Placeholders<{ conversationId: number; id: number }>) =>
  selectWithPresence(db).where('m.conversation_id', '=', values.conversationId).where('m.id', '=', values.id),
);
