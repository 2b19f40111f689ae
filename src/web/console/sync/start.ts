import type { ConsoleApi } from './api.ts';
import { type Condition, conditionsIn } from '../store/conditions.ts';
import { filteredBy, type ListQuery, parametersOf } from '../store/list-query.ts';
import type { WireConversation, WireList, WireMessage } from '../store/wire.ts';

export type Membership = { id: number; name: string; role: 'administrator' | 'agent' };
export type Inbox = {
  id: number;
  name: string;
  channel_type: string;
  avatar_url: string;
  provider?: string | null;
  /** Of an e-mail inbox. */
  email?: string | null;
  forward_to_email?: string | null;
  /** Of WhatsApp, as Meta has them. */
  message_templates?: unknown;
  /** Of Twilio. */
  medium?: string | null;
  content_templates?: { templates: unknown };
};
export type Member = {
  id: number;
  name: string;
  available_name?: string;
  email: string;
  thumbnail: string;
  availability_status: string;
  role: string;
};
export type Team = { id: number; name: string; is_member: boolean };
export type Label = { id: number; title: string; color: string; show_on_sidebar: boolean };
export type DashboardApp = { id: number; title: string };
export type CustomView = { id: number; name: string; query: unknown };
export type User = {
  id: number;
  name: string;
  available_name?: string;
  display_name: string | null;
  email: string;
  avatar_url: string;
  pubsub_token: string;
  message_signature?: string | null;
  ui_settings: Record<string, unknown>;
};

/** The counts of open conversations by assignment. */
export type AssignmentCounts = {
  mine_count: number;
  unassigned_count: number;
  assigned_count: number;
  all_count: number;
};

/** How many unread conversations there are, by id; places without any are left out. */
export type UnreadCounts = Record<'inboxes' | 'labels' | 'teams', Record<string, number>>;

/** What the console begins with: the answer of `GET /app/start`. */
export type StartAnswer = {
  last_event_id: number;
  user: User;
  accounts: Membership[];
  account: { id: number; name: string; locale: string };
  role: 'administrator' | 'agent';
  permissions: string[];
  can_translate: boolean;
  counts: { meta: AssignmentCounts; unread: UnreadCounts };
  notifications: { unread_count: number };
  /** The most files of a message, and the most bytes of a file; the snapshot of an earlier version has none. */
  limits?: { files: number; file_bytes: number };
  inboxes: Inbox[];
  labels: Label[];
  members: Member[];
  teams: Team[];
  custom_views: CustomView[];
  dashboard_apps: DashboardApp[];
  conversations: WireList | null;
  conversation: WireConversation | null;
  messages: { payload: WireMessage[] } | null;
};

/** The list with which the console begins: that of a saved view, which the server has, or otherwise of the query. */
export type FirstList = { query: ListQuery; customViewId?: number };

/** The query of the list that the answer has; null = it has none. */
export function queryIn({ custom_views: views }: StartAnswer, { query, customViewId }: FirstList): ListQuery | null {
  if (customViewId === undefined) return query;
  const conditions = conditionsOfView(views.find(({ id }) => id === customViewId));
  return conditions && filteredBy(conditions);
}

/** The conditions of a saved view; null = there is no such view, or no list of conditions in it. */
export function conditionsOfView(view: CustomView | undefined): readonly Condition[] | null {
  return conditionsIn((Object(view?.query) as { payload?: unknown }).payload);
}

/** @throws RequestError */
export function requestStart(
  api: Pick<ConsoleApi, 'requestWhole'>,
  accountId: number | null,
  { query, customViewId }: FirstList,
): Promise<StartAnswer> {
  const parameters = parametersOf(query, 1);
  parameters.delete('page');
  if (customViewId !== undefined) parameters.set('custom_view_id', String(customViewId));
  if (accountId !== null) parameters.set('account_id', String(accountId));
  return api.requestWhole<StartAnswer>('GET', '/app/start', { query: parameters });
}
