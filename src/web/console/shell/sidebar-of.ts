import type { StartAnswer, UnreadCounts } from '../sync/start.ts';
import type { Sidebar } from './sidebar.ts';

type Listed = Pick<StartAnswer, 'inboxes' | 'teams' | 'labels' | 'custom_views'>;

/** What the navigation lists of an account. */
export function sidebarOf({ inboxes, teams, labels, custom_views: views }: Listed, unread: UnreadCounts): Sidebar {
  const all = Object.values(unread.inboxes).reduce((sum, count) => sum + count, 0);
  const withUnread = (counts: Record<string, number>, id: number) => {
    const count = counts[id];
    return count === undefined ? {} : { unread: count };
  };
  return {
    unread: all > 0 ? { conversations: all, all } : {},
    savedViews: views.map(({ id, name }) => ({ name, view: { kind: 'custom_view', id } })),
    teams: teams.map(({ id, name }) => ({ name, view: { kind: 'team', id }, ...withUnread(unread.teams, id) })),
    inboxes: inboxes.map(({ id, name }) => ({ name, view: { kind: 'inbox', id }, ...withUnread(unread.inboxes, id) })),
    labels: labels
      .filter(({ show_on_sidebar: isListed }) => isListed)
      .map(({ id, title, color }) => ({
        name: title,
        view: { kind: 'label', title },
        colour: color,
        ...withUnread(unread.labels, id),
      })),
  };
}
