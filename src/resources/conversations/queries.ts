import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared, remembered } from '../../db/prepared.ts';
import { readList } from '../../db/kept/read-list.ts';
import type { List } from '../../db/kept/showing.ts';
import { forPage, type Rows } from '../../db/pages/paged.ts';
import { completeConversations, type ConversationRow, selectConversations } from '../../records/read-conversations.ts';
import { readMessages } from '../../records/read-messages.ts';
import { countMatching, type Counts, isCounted } from './count-conversations.ts';
import { type Bound, bound, type ListFilter, listConditions, type Part, partsOf } from './list-conditions.ts';
import { keysOf, ORDERS, type PageValues } from './order.ts';
import type { Sort } from './schema.ts';

/** Assigned to the caller, unassigned, assigned to anyone, or all. */
export type Assignment = 'me' | 'unassigned' | 'assigned' | 'all';

/** A conversation in a list, with the messages that the list shows. */
export type ListedConversation = {
  conversation: ConversationRecord;
  lastMessage: MessageRecord | null;
  lastNonActivityMessage: MessageRecord | null;
};

/** A page of conversations, and the counts of all matches. */
export type ConversationPage = { list: List<ListedConversation>; counts: Counts };

/**
 * A page of matching conversations with at most nine statements for any number of rows; ten with kept texts, and more only
 * if a row is written meanwhile.
 */
export async function listConversations(
  tx: Tx,
  filter: ListFilter,
  assignment: Assignment,
  sort: Sort,
  page: Rows,
): Promise<ConversationPage> {
  const parts = partsOf(filter);
  const values = { ...bound(tx, filter), ...page, most: page.offset + page.limit };
  const variant = [...parts, assignment, sort].join(' ');
  return readList(tx, {
    name: () => `conversations ${variant} ${JSON.stringify(values)}`,
    count: (tx) => countMatching(tx, values, parts),
    isWithin: ({ all }) => all > page.offset,
    // An index has the conversations of a status. With other conditions, finding none would read every conversation.
    isQuick: parts.every((part) => part === 'status'),
    ids: (tx) => selectIds(forList(tx, values, parts), values, variant),
    keys: (tx) => selectKeys(tx, values, variant),
    rows: (tx) => selectPage(forList(tx, values, parts), values, variant),
    complete: completeListed,
  });
}

/** The database to read a page with. */
function forList(tx: Tx, values: PageValues, parts: Part[]): Tx {
  const inboxes = parts.includes('inboxes') ? values.inboxIds.split(',').length : 1;
  return isCounted(parts) ? forPage(tx, values, inboxes) : tx.aside;
}

/** Adds what lists and single answers show of conversations. */
export async function completeListed(tx: Tx, rows: ConversationRow[]): Promise<ListedConversation[]> {
  const [conversations, messages] = await tx.together((tx) => [
    completeConversations(tx, rows),
    readLastMessages(tx, rows),
  ]);
  return listed(conversations, messages);
}

/** Adds the messages that lists and single answers show of conversations. */
export async function withMessages(tx: Tx, conversations: ConversationRecord[]): Promise<ListedConversation[]> {
  return listed(conversations, await readLastMessages(tx, conversations));
}

type LastIds = Pick<ConversationRecord, 'lastMessageId' | 'lastNonActivityMessageId'>;

function readLastMessages(tx: Tx, conversations: LastIds[]): Promise<MessageRecord[]> {
  const ids = conversations.flatMap(({ lastMessageId, lastNonActivityMessageId }) => [
    lastMessageId,
    lastNonActivityMessageId,
  ]);
  return readMessages(tx, [...new Set(ids.filter((id) => id !== null))]);
}

function listed(conversations: ConversationRecord[], messages: MessageRecord[]): ListedConversation[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return conversations.map((conversation) => ({
    conversation,
    lastMessage: byId.get(conversation.lastMessageId ?? 0) ?? null,
    lastNonActivityMessage: byId.get(conversation.lastNonActivityMessageId ?? 0) ?? null,
  }));
}

const selectPage = prepared((db, values: Placeholders<PageValues>, variant: string, tx) => {
  const { where, order, isWalked } = partsOfPage(tx, values, variant);
  return selectConversations(db)
    .where((eb) => eb.and(where))
    .orderBy(order)
    .$if(isWalked, (query) => query.limit(values.limit).offset(values.offset));
});

const selectIds = remembered((db, values: Placeholders<PageValues>, variant: string, tx) =>
  keysOnPage(db, values, variant, tx),
);

const selectKeys = prepared((db, values: Placeholders<PageValues>, variant: string, tx) =>
  keysOnPage(db, values, variant, tx).select(sql<string>`c.xmin::text`.as('version')),
);

function keysOnPage(db: Db, values: Placeholders<PageValues>, variant: string, tx: Tx) {
  const { where, order, isWalked } = partsOfPage(tx, values, variant);
  return db
    .selectFrom('conversations as c')
    .select('c.id')
    .where((eb) => eb.and(where))
    .orderBy(order)
    .$if(isWalked, (query) => query.limit(values.limit).offset(values.offset));
}

/** The conditions and the order of a page. `isWalked` = an index has the list, and the page is a part of it. */
function partsOfPage(tx: Tx, values: Placeholders<PageValues>, variant: string) {
  const words = variant.split(' ');
  const [assignment, sort] = words.splice(-2) as [Assignment, Sort];
  const parts = words as Part[];
  const whose = assignedTo(values, assignment);
  const keys = keysOf(tx, values, parts, whose, sort);
  const where = keys === null ? [...listConditions(tx, values, parts), ...whose] : [sql<SqlBool>`c.id in ${keys}`];
  return { where, order: ORDERS[sort], isWalked: keys === null };
}

function assignedTo(values: Placeholders<Bound>, assignment: Assignment): RawBuilder<SqlBool>[] {
  if (assignment === 'all') return [];
  if (assignment === 'me') return [sql<SqlBool>`c.assignee_id = ${values.userId}`];
  return [assignment === 'unassigned' ? sql<SqlBool>`c.assignee_id is null` : sql<SqlBool>`c.assignee_id is not null`];
}
