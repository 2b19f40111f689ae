import type { Address, ConversationsAddress, View } from '../../addresses.ts';
import { type Condition, conditionsIn } from '../../store/conditions.ts';
import { filteredBy, type ListQuery, USUAL_LIST } from '../../store/list-query.ts';
import { conditionsOfView, type CustomView, type FirstList } from '../../sync/start.ts';

/** The filter of an address: that in its query, or otherwise that of its saved view. */
export type Filter =
  | { is: 'none' }
  | { is: 'conditions'; conditions: readonly Condition[] }
  /** What stands in the address, or in the saved view, is no filter. */
  | { is: 'unreadable' }
  /** The user has no such saved view. */
  | { is: 'gone' };

export function filterAt({ view, query }: ConversationsAddress, views: readonly CustomView[]): Filter {
  if (query.filter !== undefined) return filterOf(conditionsIn(parsed(query.filter)));
  if (view.kind !== 'custom_view') return { is: 'none' };
  const saved = views.find(({ id }) => id === view.id);
  return saved ? filterOf(conditionsOfView(saved)) : { is: 'gone' };
}

const filterOf = (conditions: readonly Condition[] | null): Filter =>
  conditions ? { is: 'conditions', conditions } : { is: 'unreadable' };

/**
 * The list that an address shows. Views of a team, an inbox, a label or a type have the conversations of everybody unless the address
 * says otherwise. A filter takes the place of the view.
 */
export function queryOf(address: Address, views: readonly CustomView[]): ListQuery {
  if (address.screen !== 'conversations') return USUAL_LIST;
  const filter = filterAt(address, views);
  if (filter.is === 'conditions') return filteredBy(filter.conditions);
  const { view, query } = address;
  return {
    status: query.status ?? USUAL_LIST.status,
    assignment: query.assignee ?? (view.kind === 'dashboard' ? 'me' : 'all'),
    sort: query.sort ?? USUAL_LIST.sort,
    ...partOf(view),
  };
}

function partOf(view: View): Partial<ListQuery> {
  switch (view.kind) {
    case 'inbox':
      return { inboxId: view.id };
    case 'team':
      return { teamId: view.id };
    case 'label':
      return { labels: [view.title] };
    case 'mentions':
      return { type: 'mention' };
    case 'participating':
    case 'unattended':
      return { type: view.kind };
    default:
      return {};
  }
}

/** The list with which the console begins at an address. The start request takes no filter: that list comes after it. */
export function firstListOf(address: Address): FirstList {
  if (address.screen !== 'conversations' || address.query.filter !== undefined) return { query: USUAL_LIST };
  const { view } = address;
  return { query: queryOf(address, []), ...(view.kind === 'custom_view' && { customViewId: view.id }) };
}

/** undefined = no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
