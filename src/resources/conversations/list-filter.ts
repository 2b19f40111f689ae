import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import { indexBeforeSearch } from '../../db/search/index-changes.ts';
import { found } from '../../errors.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';
import type { ListFilter } from './list-conditions.ts';
import type { Assignment } from './queries.ts';
import type { ListConversationsQuery, Sort } from './schema.ts';

/**
 * The filter that a list's query asks for, limited to the inboxes that the caller sees: any other matches nothing. The
 * default status is open; a search for text covers every status, and first brings the search index up to date. `caller`
 * is a user, since only members may list.
 * @throws AppError `not_found` for a team that the account does not have
 */
export async function listFilter(
  tx: Tx,
  query: ListConversationsQuery,
  account: AccountRecord,
  caller: Actor,
): Promise<{ filter: ListFilter; assignment: Assignment; sort: Sort }> {
  const text = query.q?.trim() || null;
  const status = query.status ?? (text === null ? 'open' : 'all');
  if (query.team_id !== undefined) await checkTeam(tx, account.id, query.team_id);
  if (text !== null) await indexBeforeSearch(tx);
  return {
    filter: {
      accountId: account.id,
      userId: caller.id,
      status: status === 'all' ? null : status,
      inboxIds: await inboxIdsOf(tx, query.inbox_id, account, caller),
      teamId: query.team_id ?? null,
      labels: query.labels && query.labels.length > 0 ? query.labels : null,
      text,
      sourceId: query.source_id ?? null,
      type: query.conversation_type ?? null,
    },
    assignment: query.assignee_type ?? 'all',
    sort: query.sort_by,
  };
}

async function checkTeam(tx: Tx, accountId: number, id: number): Promise<void> {
  const team = tx.db.selectFrom('teams').select('id').where('id', '=', id).where('account_id', '=', accountId);
  found(await team.executeTakeFirst(), 'Team');
}

/** The requested inbox if the caller sees it, or all that the caller sees; null = every inbox of the account. */
async function inboxIdsOf(
  tx: Tx,
  asked: number | undefined,
  account: AccountRecord,
  caller: Actor,
): Promise<number[] | null> {
  const visible = await visibleInboxIds(tx, account.id, caller);
  if (asked === undefined) return visible;
  return visible === null || visible.includes(asked) ? [asked] : [];
}
