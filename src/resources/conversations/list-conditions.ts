import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inList, textsIn, unindexed } from '../../db/dialect.ts';
import type { Placeholders } from '../../db/prepared.ts';
import { matchingConversations, matchText } from '../../db/search/match.ts';
import { wordQuery } from '../../db/search/words.ts';
import { CONVERSATION_STATUSES, type ConversationStatus, type ConversationType } from '../../entities/conversation.ts';

/** Which conversations of an account; null = no condition, an empty list = none. */
export type ListFilter = {
  accountId: number;
  /** The caller, for the assignment `me`, the count `mine`, and the types that concern the caller. */
  userId: number;
  status: ConversationStatus | null;
  /** In any of these inboxes. */
  inboxIds: number[] | null;
  teamId: number | null;
  /** With any of these labels. */
  labels: string[] | null;
  /** Words that occur in one message. */
  text: string | null;
  /** Only conversations of the contact with this source id in any inbox. */
  sourceId: string | null;
  /**
   * 'mention' = in which the caller is mentioned, 'participating' = with the caller as a participant, 'unattended' =
   * without a first reply, or with a contact who waits for a reply.
   */
  type: ConversationType | null;
};

/** The values that the filter's conditions bind; those of missing conditions are not used. */
export type Bound = {
  accountId: number;
  userId: number;
  status: ConversationStatus;
  /** JSON arrays, like the two lists below. */
  statuses: string;
  inboxIds: string;
  labels: string;
  inboxId: number;
  teamId: number;
  match: string;
  sourceId: string;
};

export function bound(tx: Tx, filter: ListFilter): Bound {
  const words = filter.text === null ? null : wordQuery(filter.text);
  return {
    accountId: filter.accountId,
    userId: filter.userId,
    status: filter.status ?? 'open',
    statuses: JSON.stringify(filter.status === null ? CONVERSATION_STATUSES : [filter.status]),
    inboxId: filter.inboxIds?.[0] ?? 0,
    inboxIds: JSON.stringify(filter.inboxIds ?? []),
    teamId: filter.teamId ?? 0,
    labels: JSON.stringify(filter.labels ?? []),
    match: words === null ? '' : matchText(tx, filter.accountId, words),
    sourceId: filter.sourceId ?? '',
  };
}

/** A part of a filter: one condition on conversations. `nothing` = a text without any words, which matches none. */
export type Part =
  | 'status'
  | 'inbox'
  | 'inboxes'
  | 'team'
  | 'labels'
  | 'text'
  | 'nothing'
  | 'source'
  | ConversationType;

/** The parts of the filter that decide which query is compiled. */
export function partsOf(filter: ListFilter): Part[] {
  const saysNothing = filter.text !== null && wordQuery(filter.text) === null;
  const parts: (Part | null)[] = [
    filter.status === null ? null : 'status',
    filter.inboxIds === null ? null : filter.inboxIds.length === 1 ? 'inbox' : 'inboxes',
    filter.teamId === null ? null : 'team',
    filter.labels === null ? null : 'labels',
    filter.text === null ? null : saysNothing ? 'nothing' : 'text',
    filter.sourceId === null ? null : 'source',
    filter.type,
  ];
  return parts.filter((part) => part !== null);
}

/** Parts that lead to few conversations: starting from those is faster than reading the account's list. */
const SELECTIVE: Part[] = ['team', 'labels', 'text', 'nothing', 'source', 'mention', 'participating'];

export function hasSelectivePart(parts: Part[]): boolean {
  return parts.some((part) => SELECTIVE.includes(part));
}

/**
 * The conditions of the filter's parts on a conversation (`c`). `walked` = the query reads the account's list in an
 * index; false = it starts from a selective part, or reads the list of each inbox.
 */
export function listConditions(
  tx: Tx,
  values: Placeholders<Bound>,
  parts: Part[],
  walked = !hasSelectivePart(parts),
): RawBuilder<SqlBool>[] {
  const account = walked ? sql.ref('c.account_id') : unindexed(tx, 'c.account_id');
  return [sql<SqlBool>`${account} = ${values.accountId}`, ...parts.map((part) => conditionOf(tx, values, part))];
}

function conditionOf(tx: Tx, values: Placeholders<Bound>, part: Part): RawBuilder<SqlBool> {
  switch (part) {
    case 'status':
      return sql<SqlBool>`c.status = ${values.status}`;
    case 'inbox':
      return sql<SqlBool>`c.inbox_id = ${values.inboxId}`;
    case 'inboxes':
      return inList(tx, 'c.inbox_id', values.inboxIds);
    case 'team':
      return sql<SqlBool>`c.team_id = ${values.teamId}`;
    case 'labels':
      return sql<SqlBool>`c.id in ${labelled(tx, values)}`;
    case 'text':
      return sql<SqlBool>`c.id in ${matchingConversations(tx, values.match)}`;
    case 'nothing':
      return sql<SqlBool>`c.id in (select 0)`;
    case 'source':
      return sql<SqlBool>`c.contact_inbox_id in ${contactInboxes(values)}`;
    default:
      return typeCondition(values, part);
  }
}

/** Whether the conversation (`c`) concerns the user in this way. */
export function typeCondition(values: { userId: unknown }, type: ConversationType): RawBuilder<SqlBool> {
  if (type === 'unattended') return sql<SqlBool>`(c.first_reply_created_at is null or c.waiting_since is not null)`;
  return sql<SqlBool>`c.id in ${ofUser(values, type === 'mention' ? 'mentions' : 'participants')}`;
}

function labelled(tx: Tx, values: Placeholders<Bound>) {
  return sql`(select conversation_id from conversation_labels where account_id = ${values.accountId} and label in (${textsIn(tx, values.labels)}))`;
}

function contactInboxes(values: Placeholders<Bound>) {
  return sql`(select ci.id from inboxes i join contact_inboxes ci on ci.inbox_id = i.id
    where i.account_id = ${values.accountId} and ci.source_id = ${values.sourceId})`;
}

function ofUser(values: { userId: unknown }, table: 'mentions' | 'participants') {
  return sql`(select conversation_id from ${sql.table(table)} where user_id = ${values.userId})`;
}
