import { notFound } from '../../errors.ts';
import type { AccountFacts, Actor } from '../../events/facts.ts';
import type { Assignment, ConversationFilter } from './queries.ts';
import type { ListQuery, Sort } from './schema.ts';

/**
 * What a list's query asks for: open conversations unless it says otherwise or looks for text.
 * @throws AppError `not_found` for a team that the account does not have
 */
export function conversationFilter(
  query: ListQuery,
  account: AccountFacts,
  caller: Actor,
): { filter: ConversationFilter; assignment: Assignment; sort: Sort } {
  if (query.team_id !== undefined) throw notFound('Team');
  const text = query.q?.trim() || null;
  const status = query.status ?? (text === null ? 'open' : 'all');
  return {
    filter: {
      accountId: account.id,
      status: status === 'all' ? null : status,
      inboxId: query.inbox_id ?? null,
      labels: query.labels && query.labels.length > 0 ? query.labels : null,
      text,
      sourceId: query.source_id ?? null,
    },
    assignment: { type: query.assignee_type ?? 'all', userId: caller.id },
    sort: query.sort_by ?? 'last_activity_at_desc',
  };
}
