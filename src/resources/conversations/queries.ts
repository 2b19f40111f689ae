import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inList } from '../../db/dialect.ts';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared, remembered } from '../../db/prepared.ts';
import { emptyList } from '../../db/kept/show-list.ts';
import type { List } from '../../db/kept/showing.ts';
import { checkAhead } from '../../db/kept/show-versioned.ts';
import type { VersionedTexts } from '../../db/kept/versioned-texts.ts';
import { forPage, type Rows } from '../../db/paged.ts';
import { completeConversations, selectConversations } from '../../records/read-conversations.ts';
import { readMessages } from '../../records/read-messages.ts';
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

/** The conversations of one page, and the counts of all matches. */
export type ConversationPage = { list: List<ListedConversation>; counts: Counts };

/**
 * One page of the conversations that match, with at most nine statements, however many rows; ten where texts are kept, and
 * more only where a row is written meanwhile.
 */
export async function listConversations(
  tx: Tx,
  filter: ListFilter,
  assignment: Assignment,
  sort: Sort,
  page: Rows,
): Promise<ConversationPage> {
  const [parts, filtered] = [partsOf(filter), bound(tx, filter)];
  const values = { ...filtered, ...page, most: page.offset + page.limit };
  const variant = [...parts, assignment, sort].join(' ');
  if (tx.isPostgres) {
    const name = `conversations ${variant} ${JSON.stringify(values)}`;
    if (!tx.versioned?.isAskedAgain(name)) return readAtOnce(tx, values, parts, variant);
    return readKeysAtOnce(tx, { texts: tx.versioned, name }, values, parts, variant);
  }
  if (tx.texts === null) return readAtOnce(tx, values, parts, variant);
  const counts = await countMatching(tx, filtered, parts);
  // Finding none would read every conversation.
  if (counts.all <= page.offset) return { list: emptyList(), counts };
  const list = {
    ids: async () => (await selectIds(forList(tx, values, parts), values, variant)).map(({ id }) => id),
    items: async () => {
      const rows = await selectPage(forList(tx, values, parts), values, variant);
      return withMessages(tx, await completeConversations(tx, rows));
    },
  };
  return { list, counts };
}

/** The page with what is independent asked for at once, where no texts are kept of which the keys are enough. */
async function readAtOnce(tx: Tx, values: PageValues, parts: Part[], variant: string): Promise<ConversationPage> {
  const readPage = (tx: Tx) => selectPage(forList(tx, values, parts), values, variant);
  const [counts, rows] = await countAnd(tx, values, parts, readPage);
  const [conversations, messages] = await tx.together((tx) => [
    completeConversations(tx, rows),
    readLastMessages(tx, rows),
  ]);
  return { list: { items: async () => listed(conversations, messages) }, counts };
}

/** The same with only the keys of the page. The rows that its kept texts were made from are checked in the same trip. */
async function readKeysAtOnce(
  tx: Tx,
  { texts, name }: { texts: VersionedTexts; name: string },
  values: PageValues,
  parts: Part[],
  variant: string,
): Promise<ConversationPage> {
  const [[counts, keys], checked] = await tx.together((tx) => [
    countAnd(tx, values, parts, (tx) => selectKeys(tx, values, variant)),
    checkAhead(tx, texts, name),
  ]);
  const items = async () => withMessages(tx, await completeConversations(tx, await selectPage(tx, values, variant)));
  return { list: { keyed: { name, keys, checked }, items }, counts };
}

/** The counts, and what `readPage` gives: at once where that is quick even if it finds nothing. */
async function countAnd<Row>(
  tx: Tx,
  values: PageValues,
  parts: Part[],
  readPage: (tx: Tx) => Promise<Row[]>,
): Promise<readonly [Counts, Row[]]> {
  return tx.together<readonly [Counts, Row[]]>((tx) => {
    const counted = countMatching(tx, values, parts);
    // An index has the conversations of a status. With other conditions, finding none would read every conversation.
    const isQuick = parts.every((part) => part === 'status');
    return [counted, isQuick ? readPage(tx) : counted.then(({ all }) => (all > values.offset ? readPage(tx) : []))];
  });
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

/** The number of matching conversations, in total and by assignment. */
export type Counts = { all: number; mine: number; unassigned: number };

/** Parts of a filter for which the stored counts can be used. */
const COUNTED: Part[] = ['status', 'inbox', 'inboxes'];
const isCounted = (parts: Part[]) => parts.every((part) => COUNTED.includes(part));

/** The counts of all conversations that match. */
export function countConversations(tx: Tx, filter: ListFilter): Promise<Counts> {
  return countMatching(tx, bound(tx, filter), partsOf(filter));
}

/** Uses the stored counts where the filter allows it, and counts the rows otherwise. */
async function countMatching(tx: Tx, values: Bound, parts: Part[]): Promise<Counts> {
  const variant = parts.join(' ');
  return countsIn(await (isCounted(parts) ? sumCounts(tx, values, variant) : countRows(tx.aside, values, variant)));
}

/** The counts in the only row of a statement that sums them; a sum of nothing is null, which means 0. */
export function countsIn([row]: { [Name in keyof Counts]: number | null }[]): Counts {
  return { all: Number(row?.all ?? 0), mine: Number(row?.mine ?? 0), unassigned: Number(row?.unassigned ?? 0) };
}

/** The database to read a page with. */
function forList(tx: Tx, values: PageValues, parts: Part[]): Tx {
  const inboxes = parts.includes('inboxes') ? values.inboxIds.split(',').length : 1;
  return isCounted(parts) ? forPage(tx, values, inboxes) : tx.aside;
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

const sumCounts = remembered((db, values: Placeholders<Bound>, variant: string, tx) => {
  const parts = variant.split(' ') as Part[];
  return db
    .selectFrom('conversation_counts as n')
    .select([
      sql<number>`sum(n.count)`.as('all'),
      sql<number>`sum(case when n.assignee_id = ${values.userId} then n.count else 0 end)`.as('mine'),
      sql<number>`sum(case when n.assignee_id = 0 then n.count else 0 end)`.as('unassigned'),
    ])
    .where('n.account_id', '=', values.accountId)
    .$if(parts.includes('status'), (query) => query.where('n.status', '=', values.status))
    .$if(parts.includes('inbox'), (query) => query.where('n.inbox_id', '=', values.inboxId))
    .$if(parts.includes('inboxes'), (query) => query.where(inList(tx, 'n.inbox_id', values.inboxIds)));
});

const countRows = prepared((db, values: Placeholders<Bound>, variant: string, tx) =>
  db
    .selectFrom('conversations as c')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`sum(case when c.assignee_id = ${values.userId} then 1 else 0 end)`.as('mine'),
      sql<number>`sum(case when c.assignee_id is null then 1 else 0 end)`.as('unassigned'),
    ])
    .where((eb) => eb.and(listConditions(tx, values, variant.split(' ') as Part[]))),
);
