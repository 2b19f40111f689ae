import type { View, ViewQuery } from '../addresses.ts';

/** A link to a view of conversations. */
export type ViewLink = {
  name: string;
  view: View;
  query?: ViewQuery;
  unread?: number;
  /** A CSS colour, for a label. */
  colour?: string;
};

export const MAIN = ['conversations', 'contacts', 'reports', 'campaigns', 'helpCentre', 'settings'] as const;
export type MainLink = (typeof MAIN)[number];

export const FIXED = ['mine', 'unassigned', 'all', 'mentions', 'participating', 'unattended'] as const;
export type FixedView = (typeof FIXED)[number];

/** What the navigation lists of the account, and how much is unread there. */
export type Sidebar = {
  unread: Partial<Record<FixedView | MainLink, number>>;
  savedViews: readonly ViewLink[];
  teams: readonly ViewLink[];
  inboxes: readonly ViewLink[];
  labels: readonly ViewLink[];
};

export const EMPTY_SIDEBAR: Sidebar = { unread: {}, savedViews: [], teams: [], inboxes: [], labels: [] };

/** Where each of the views leads that every account has. */
export const FIXED_VIEWS: Record<FixedView, { view: View; query: ViewQuery }> = {
  mine: { view: { kind: 'dashboard' }, query: {} },
  unassigned: { view: { kind: 'dashboard' }, query: { assignee: 'unassigned' } },
  all: { view: { kind: 'dashboard' }, query: { assignee: 'all' } },
  mentions: { view: { kind: 'mentions' }, query: {} },
  participating: { view: { kind: 'participating' }, query: {} },
  unattended: { view: { kind: 'unattended' }, query: {} },
};
