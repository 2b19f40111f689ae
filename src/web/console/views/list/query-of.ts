import type { Address, ConversationsAddress, View } from '../../addresses.ts';
import { type ListQuery, USUAL_LIST } from '../../store/list-query.ts';

/**
 * The list that an address shows. Views of a team, an inbox, a label or a type have the conversations of everybody unless the address
 * says otherwise. A saved view is the server's to decide: see saved views in the start answer.
 */
export function queryOf(address: Address): ListQuery {
  if (address.screen !== 'conversations') return USUAL_LIST;
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

/** Whether the address has conditions that only the server can check: those of a saved view, or of a filter. */
export function isDecidedByServer({ view, query }: ConversationsAddress): boolean {
  return view.kind === 'custom_view' || query.filter !== undefined;
}
