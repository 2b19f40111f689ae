import { sql } from 'kysely';
import { containingAscii, isLike, jsonHasAny } from '../../db/dialect.ts';
import { flagsOf, hot } from '../../db/hot.ts';
import type { Db, EntityManager } from '../../db/orm.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import type { MessageFacts } from '../../events/facts.ts';
import { completeConversations, type ConversationRow, selectConversations } from '../../events/select-conversations.ts';
import { readMessages } from '../../events/read-messages.ts';
import type { Sort } from './schema.ts';

/** Which conversations of an account; what is null does not matter. */
export type ConversationFilter = {
  accountId: number;
  status: ConversationStatus | null;
  inboxId: number | null;
  labels: string[] | null;
  /** Text that some message contains. */
  text: string | null;
  sourceId: string | null;
};

/** Whose: the caller's (`userId`), nobody's, somebody's. */
export type Assignment = { type: 'me' | 'unassigned' | 'assigned' | 'all'; userId: number };

/** A conversation of a list, with the messages that the list shows of it. */
export type ListedConversation = {
  conversation: ConversationRow;
  lastMessage: MessageFacts | null;
  lastNonActivityMessage: MessageFacts | null;
};

/** One page of the conversations that match; five statements at most, however many there are. */
export async function listConversations(
  em: EntityManager,
  filter: ConversationFilter,
  assignment: Assignment,
  sort: Sort,
  page: { offset: number; limit: number },
): Promise<ListedConversation[]> {
  const rows = await pageOf(
    em,
    { ...bound(filter), userId: assignment.userId, ...page },
    [...shapeOf(filter), assignment.type, sort].join(' '),
  );
  return withMessages(em, await completeConversations(em, rows));
}

/** Conversations together with the messages that lists and single answers show of them. */
export async function withMessages(em: EntityManager, conversations: ConversationRow[]): Promise<ListedConversation[]> {
  const ids = conversations.flatMap(({ lastMessageId, lastNonActivityMessageId }) => [
    lastMessageId,
    lastNonActivityMessageId,
  ]);
  const messages = await readMessages(em, [...new Set(ids.filter((id) => id !== null))]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return conversations.map((conversation) => ({
    conversation,
    lastMessage: byId.get(conversation.lastMessageId ?? 0) ?? null,
    lastNonActivityMessage: byId.get(conversation.lastNonActivityMessageId ?? 0) ?? null,
  }));
}

/** How many match, in all and by whose they are. */
export type Counts = { all: number; mine: number; unassigned: number };

/** Read from the kept counts where the filter allows, and counted one by one where it does not. */
export async function countConversations(
  em: EntityManager,
  filter: ConversationFilter,
  userId: number,
): Promise<Counts> {
  const kept = filter.labels === null && filter.text === null && filter.sourceId === null;
  const [counts] = await (kept ? sumCounts : countRows)(em, { ...bound(filter), userId }, shapeOf(filter).join(' '));
  return {
    all: Number(counts?.all ?? 0),
    mine: Number(counts?.mine ?? 0),
    unassigned: Number(counts?.unassigned ?? 0),
  };
}

type Bound = {
  accountId: number;
  status: ConversationStatus;
  inboxId: number;
  labels: string;
  text: string;
  sourceId: string;
};

function bound(filter: ConversationFilter): Bound {
  return {
    accountId: filter.accountId,
    status: filter.status ?? 'open',
    inboxId: filter.inboxId ?? 0,
    labels: JSON.stringify(filter.labels ?? []),
    text: containingAscii(filter.text ?? ''),
    sourceId: filter.sourceId ?? '',
  };
}

/** Which of the filter's parts a query has: the shape that it is compiled for. */
function shapeOf(filter: ConversationFilter): boolean[] {
  return [filter.status, filter.inboxId, filter.labels, filter.text, filter.sourceId].map((part) => part !== null);
}

const pageOf = hot((db, values: Bound & { userId: number; offset: number; limit: number }, shape: string, em) => {
  const [assignment, sort] = shape.split(' ').slice(-2) as [Assignment['type'], Sort];
  return selectConversations(db)
    .where((eb) => eb.and(conditions(db, values, shape, em)))
    .$if(assignment === 'me', (query) => query.where('c.assignee_id', '=', values.userId))
    .$if(assignment === 'unassigned', (query) => query.where('c.assignee_id', 'is', null))
    .$if(assignment === 'assigned', (query) => query.where('c.assignee_id', 'is not', null))
    .orderBy(ORDERS[sort])
    .limit(values.limit)
    .offset(values.offset);
});

const RANK = sql`case c.priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end`;

/** Those without a priority, or that do not wait, come last either way; what is alike is told apart as upstream does. */
const ORDERS: Record<Sort, ReturnType<typeof sql>> = {
  last_activity_at_desc: sql`c.last_activity_at desc, c.id desc`,
  last_activity_at_asc: sql`c.last_activity_at asc, c.id asc`,
  created_at_desc: sql`c.display_id desc`,
  created_at_asc: sql`c.display_id asc`,
  priority_desc: sql`${RANK} desc, c.last_activity_at desc, c.id desc`,
  priority_asc: sql`${RANK} = 0, ${RANK} asc, c.last_activity_at desc, c.id desc`,
  priority_desc_created_at_asc: sql`${RANK} desc, c.display_id asc`,
  waiting_since_desc: sql`c.waiting_since is null, c.waiting_since desc, c.display_id asc`,
  waiting_since_asc: sql`c.waiting_since is null, c.waiting_since asc, c.display_id asc`,
};

function conditions(db: Db, values: Bound, shape: string, em: EntityManager) {
  const [status, inboxId, labels, text, sourceId] = flagsOf(shape);
  return [
    sql<boolean>`c.account_id = ${values.accountId}`,
    ...(status ? [sql<boolean>`c.status = ${values.status}`] : []),
    ...(inboxId ? [sql<boolean>`c.inbox_id = ${values.inboxId}`] : []),
    ...(labels ? [jsonHasAny(em, 'c.labels', values.labels)] : []),
    ...(text ? [sql<boolean>`exists ${messagesLike(db, values.text)}`] : []),
    ...(sourceId ? [sql<boolean>`c.contact_inbox_id in ${contactInboxes(db, values)}`] : []),
  ];
}

function messagesLike(db: Db, pattern: string) {
  return db
    .selectFrom('messages as said')
    .select(sql.lit(1).as('one'))
    .where(sql<boolean>`said.conversation_id = c.id`)
    .where('said.message_type', 'in', ['incoming', 'outgoing'])
    .where(isLike('said.content', pattern));
}

function contactInboxes(db: Db, values: Bound) {
  return db
    .selectFrom('inboxes as i')
    .innerJoin('contact_inboxes as ci', 'ci.inbox_id', 'i.id')
    .select('ci.id')
    .where('i.account_id', '=', values.accountId)
    .where('ci.source_id', '=', values.sourceId);
}

const sumCounts = hot((db, values: Bound & { userId: number }, shape: string) => {
  const [status = false, inboxId = false] = flagsOf(shape);
  return db
    .selectFrom('conversation_counts as n')
    .select([
      sql<number>`sum(n.count)`.as('all'),
      sql<number>`sum(case when n.assignee_id = ${values.userId} then n.count else 0 end)`.as('mine'),
      sql<number>`sum(case when n.assignee_id = 0 then n.count else 0 end)`.as('unassigned'),
    ])
    .where('n.account_id', '=', values.accountId)
    .$if(status, (query) => query.where('n.status', '=', values.status))
    .$if(inboxId, (query) => query.where('n.inbox_id', '=', values.inboxId));
});

const countRows = hot((db, values: Bound & { userId: number }, shape: string, em) =>
  db
    .selectFrom('conversations as c')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`sum(case when c.assignee_id = ${values.userId} then 1 else 0 end)`.as('mine'),
      sql<number>`sum(case when c.assignee_id is null then 1 else 0 end)`.as('unassigned'),
    ])
    .where((eb) => eb.and(conditions(db, values, shape, em))),
);
