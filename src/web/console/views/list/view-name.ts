import type { ConversationsAddress } from '../../addresses.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import type { Sidebar } from '../../shell/sidebar.ts';

const ASSIGNEES = { me: 'mine', unassigned: 'unassigned', all: 'all' } as const;

/** The name of the view at an address. */
export function useViewName({ view, query }: ConversationsAddress): string {
  const { i18n, sidebar } = useDesk();
  const { t } = i18n;
  const { inboxes, teams, savedViews }: Sidebar = sidebar.value;
  const named = (links: Sidebar['teams'], id: number, otherwise: TextKey) =>
    links.find((link) => 'id' in link.view && link.view.id === id)?.name ?? t(otherwise);
  // A filter takes the place of the view, unless it is a change of a saved one.
  if (query.filter !== undefined && view.kind !== 'custom_view') return t('filtered');
  switch (view.kind) {
    case 'dashboard':
      return t(ASSIGNEES[query.assignee ?? 'me']);
    case 'label':
      return view.title;
    case 'inbox':
      return named(inboxes, view.id, 'inbox');
    case 'team':
      return named(teams, view.id, 'team');
    case 'custom_view':
      return named(savedViews, view.id, 'savedView');
    default:
      return t(view.kind);
  }
}
