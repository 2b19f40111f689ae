import type { ConversationsAddress, View } from '../../addresses.ts';
import type { Condition } from '../../store/conditions.ts';
import type { ConversationType, ListQuery } from '../../store/list-query.ts';

/** The condition that the attribute has the value. */
export const is = (key: string, value: string | number): Condition => ({
  attribute_key: key,
  filter_operator: 'equal_to',
  values: [value],
});

/** All conversations of a list: those that meet the conditions and, with a type, concern the user in this way. */
export type Match = { conditions: readonly Condition[]; type?: ConversationType };

/** What has the conversations of a list; `userId` is the user whose list it is. */
export function matchOf(query: ListQuery, userId: number): Match {
  if (query.conditions) return { conditions: query.conditions };
  const { status, assignment, inboxId, teamId, labels, type } = query;
  const [me, nobody] = [is('assignee_id', userId), { attribute_key: 'assignee_id', filter_operator: 'is_not_present' }];
  const conditions = joinedByAnd([
    ...(status === 'all' ? [] : [is('status', status)]),
    ...(assignment === 'all' ? [] : [assignment === 'me' ? me : nobody]),
    ...(inboxId === undefined ? [] : [is('inbox_id', inboxId)]),
    ...(teamId === undefined ? [] : [is('team_id', teamId)]),
    ...(labels ? [{ ...is('labels', ''), values: labels }] : []),
  ]);
  return { conditions, ...(type && { type }) };
}

const joinedByAnd = (conditions: readonly Condition[]): Condition[] =>
  conditions.map((one, at) => (at < conditions.length - 1 ? { ...one, query_operator: 'AND' } : one));

/** The view in which a filter is shown: a saved view stays where the user is, while it is changed. */
export const viewOfFilter = (view: View): View => (view.kind === 'custom_view' ? view : { kind: 'dashboard' });

/** The address with a filter; null = without. */
export function filteredAddress(
  { account, view, conversation }: ConversationsAddress,
  conditions: readonly Condition[] | null,
): ConversationsAddress {
  return {
    screen: 'conversations',
    account,
    view: viewOfFilter(view),
    query: conditions ? { filter: JSON.stringify(conditions) } : view.kind === 'custom_view' ? {} : ALL,
    ...(conversation !== undefined && { conversation }),
  };
}

const ALL = { assignee: 'all' } as const;
