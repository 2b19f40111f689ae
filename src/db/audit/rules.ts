import type { AuditAction } from '../../entities/audit-log.ts';
import type { BulkTask } from '../../entities/bulk-action.ts';
import type { Json } from '../../entities/columns.ts';
import type { Tables } from '../database.ts';
import type { Author } from './author.ts';
import { ofAccount, ofInstallation, ofOne, ofOwner, ofUser, type Row, type Whose } from './whose.ts';

/** The subject of an entry; by default the row itself, and the action on it. */
export type Subject = { type: string; id: number; action: AuditAction };

/** How changes of a table's rows are audited. */
export type AuditRule = {
  /** What the log calls a row; Chatwoot's name, where it has one. */
  type: string;
  whose: Whose;
  /** Columns whose changes are no decision of anyone. */
  ignores: readonly string[];
  /** The column that is set when the row is deleted, though it is removed later. */
  deletedBy?: string;
  /** It is about a person, who may work in other accounts too: the account of the request has it only where `whose` says so. */
  isOfPerson?: boolean;
  /** Replacements for values of columns in the log. */
  shows?: Readonly<Record<string, (value: Json) => Json>>;
  /** The column with the user who makes a change without a credential: with their password, or by a mailed link. */
  self?: string;
  /** Something else than the row. */
  subject?(row: Row, action: AuditAction, author: Author): Subject | null;
};

/** A rule for columns of the table. */
function rule<T extends keyof Tables>(
  type: string,
  whose: Whose,
  more: Omit<AuditRule, 'type' | 'whose' | 'ignores'> & { ignores?: readonly (keyof Tables[T] & string)[] } = {},
): AuditRule {
  return { type, whose, ignores: [], ...more };
}

/**
 * For each table, how its changes are audited, or why they are not. The rules hold for every statement that a request or a
 * command of the command line runs (`run-audited.ts`); what goes on by itself is not audited. Columns that are `hidden` in
 * their entity are told without their values.
 */
export const AUDITED: { readonly [T in keyof Tables]: AuditRule | string } = {
  access_tokens: rule<'access_tokens'>('AccessToken', ofOwner, {
    ignores: ['last_used_at'],
    isOfPerson: true,
    self: 'owner_id',
  }),
  account_users: rule<'account_users'>('AccountUser', ofAccount, {
    ignores: ['active_at', 'email_flags', 'push_flags'],
    self: 'user_id',
  }),
  accounts: rule<'accounts'>('Account', async (_, { id, deleted_at: gone }) => (gone === null ? [id as number] : []), {
    ignores: [
      'last_display_id',
      'last_campaign_id',
      'contacts_count',
      'rule_events',
      'tells_slack',
      'labels_changed_at',
      'inboxes_changed_at',
      'teams_changed_at',
    ],
    deletedBy: 'deleted_at',
  }),
  agent_capacity_policies: rule<'agent_capacity_policies'>('AgentCapacityPolicy', ofAccount),
  agent_bots: rule<'agent_bots'>('AgentBot', ofAccount, { ignores: ['loop_stopped_at', 'loop_conversation_id'] }),
  articles: rule<'articles'>('Article', ofAccount, {
    ignores: ['views', 'position'],
    shows: { content: lengthOf, description: lengthOf },
  }),
  assignment_policies: rule<'assignment_policies'>('AssignmentPolicy', ofAccount),
  // An unfinished setup is not a change yet.
  authenticators: rule<'authenticators'>('Authenticator', ofUser('user_id'), {
    ignores: ['last_step', 'failures', 'failing_since'],
    isOfPerson: true,
    self: 'user_id',
    subject: ({ id, enabled_at: enabledAt }, action) =>
      enabledAt === null ? null : { type: 'Authenticator', id: id as number, action },
  }),
  authorizations: rule<'authorizations'>('Authorization', ofAccount, {
    ignores: ['sealed_tokens', 'expires_at', 'refresh_due_at', 'leased_by', 'leased_until', 'problem'],
    deletedBy: 'ended_at',
  }),
  automation_rules: rule<'automation_rules'>('AutomationRule', ofAccount, { ignores: ['errors'] }),
  bulk_actions: rule<'bulk_actions'>('BulkAction', ofAccount, {
    ignores: ['status', 'done_count', 'failed_count', 'errors', 'position', 'step', 'has_failed', 'finished_at'],
    shows: { task: taskInShort },
  }),
  campaigns: rule<'campaigns'>('Campaign', ofAccount, {
    ignores: ['total_count', 'sent_count', 'failed_count', 'turns_count', 'last_contact_id', 'until_contact_id'],
  }),
  canned_responses: rule<'canned_responses'>('CannedResponse', ofAccount),
  categories: rule<'categories'>('Category', ofAccount, { ignores: ['position'] }),
  channels: rule<'channels'>('Channel', ofAccount, { ignores: ['message_templates'] }),
  custom_attribute_definitions: rule<'custom_attribute_definitions'>('CustomAttributeDefinition', ofAccount),
  dashboard_apps: rule<'dashboard_apps'>('DashboardApp', ofAccount),
  erasures: rule<'erasures'>('Erasure', ofAccount, {
    ignores: ['status', 'sealed_subject', 'counts', 'digest', 'finished_at'],
  }),
  hooks: rule<'hooks'>('Hook', ofAccount, { ignores: ['after_message_id'], subject: hookItself }),
  identities: rule<'identities'>('Identity', ofUser('user_id'), { isOfPerson: true, self: 'user_id' }),
  inbox_members: rule<'inbox_members'>('InboxMember', ofOne('inboxes', 'inbox_id'), { ignores: ['last_assigned_at'] }),
  inbox_capacity_limits: rule<'inbox_capacity_limits'>('InboxCapacityLimit', ofOne('inboxes', 'inbox_id')),
  inboxes: rule<'inboxes'>('Inbox', ofAccount, { ignores: ['assigns_waiting'], deletedBy: 'deleted_at' }),
  labels: rule<'labels'>('Label', ofAccount),
  login_links: rule<'login_links'>('LoginLink', ofUser('user_id'), {
    isOfPerson: true,
    subject: ({ id }, action) => (action === 'create' ? { type: 'LoginLink', id: id as number, action } : null),
  }),
  macros: rule<'macros'>('Macro', ofAccount),
  platform_apps: rule<'platform_apps'>('PlatformApp', ofInstallation),
  portals: rule<'portals'>('Portal', ofAccount, { deletedBy: 'deleted_at' }),
  sessions: rule<'sessions'>('Session', ofUser('user_id'), {
    ignores: ['client', 'last_used_at'],
    isOfPerson: true,
    self: 'user_id',
    subject: signing,
  }),
  team_members: rule<'team_members'>('TeamMember', ofOne('teams', 'team_id')),
  teams: rule<'teams'>('Team', ofAccount),
  users: rule<'users'>('User', ofUser('id'), {
    ignores: ['pubsub_secret', 'ui_settings'],
    isOfPerson: true,
    self: 'id',
  }),
  webhooks: rule<'webhooks'>('Webhook', ofAccount, {
    ignores: ['disabled_reason', 'failing_since', 'exhausted_count', 'loop_stopped_at', 'loop_conversation_id'],
  }),

  article_counts: 'follows from articles',
  assignment_turns: 'follows from assignments',
  attachments: 'goes with its message',
  audit_logs: 'the log itself',
  avatars: 'its owner has the address of the picture',
  blobs: 'a file on its way into a message',
  contact_inboxes: 'goes with its contact',
  contact_keys: 'goes with its contact',
  contact_labels: 'goes with its contact',
  contact_texts: 'follows from its contact',
  contacts: 'changes all the time, as events tell; what removes one or all at once notes that itself',
  conversation_counts: 'follows from conversations',
  conversation_labels: 'goes with its conversation',
  conversations: 'has activities, and events; what deletes one notes that itself',
  csat_survey_responses: 'what contacts say',
  custom_filters: 'how a member likes to look at conversations',
  deliveries: 'the log of deliveries',
  delivery_attempts: 'the log of deliveries',
  delivery_lanes: 'the log of deliveries',
  downloads: 'follows from an export',
  draft_messages: 'what a member has not sent yet',
  events: 'a log itself',
  forgotten_events: 'follows from events',
  idempotent_requests: 'answers that are kept for a time',
  jobs: 'follows from other changes',
  machine_clocks: 'kept by the server',
  mailboxes: 'kept by the server',
  mentions: 'follows from messages',
  message_sources: 'follows from messages',
  messages: 'the work itself',
  notes: 'the work itself',
  notification_subscriptions: 'where the browser of a member is told of something',
  notifications: 'follows from messages',
  participants: 'goes with its conversation',
  payload_layouts: 'follows from events',
  platform_permissions: 'follows from what a program makes',
  presences: 'who is online',
  push_keys: 'made by the server',
  received_events: 'what providers tell',
  received_files: 'what providers tell',
  related_categories: 'goes with its category',
  report_changes: 'follows from conversations',
  report_progress: 'kept by the server',
  report_sums: 'follows from conversations and messages',
  reporting_events: 'a log itself',
  search_changes: 'follows from contacts',
  saml_settings: rule<'saml_settings'>('AccountSamlSettings', ofAccount),
  saml_users: 'what follows from signing in',
  sendings: 'how messages are sent',
  slack_threads: 'follows from messages',
  used_states: 'a link that is used up',
};

/** Without the conditions and what the actions say, which may have what contacts are called, and without the credential. */
function taskInShort(task: Json): Json {
  const { actions, ids } = task as unknown as BulkTask;
  return { actions: actions.map(({ name }) => name), ids };
}

/** The length instead of a very long text. */
function lengthOf(text: Json): Json {
  return typeof text === 'string' ? `${text.length} characters` : text;
}

/** The hook of a connection begins and ends with its authorization, which has its own entry. */
function hookItself({ id, authorization_id: connection }: Row, action: AuditAction): Subject | null {
  return connection === null || action === 'update' ? { type: 'Hook', id: id as number, action } : null;
}

/** Beginning and ending one's own session is signing in and out; others end it otherwise. */
function signing({ id, user_id: userId }: Row, action: AuditAction, { sessionId }: Author): Subject {
  const user = { type: 'User', id: userId as number };
  if (action === 'create') return { ...user, action: 'sign_in' };
  if (action === 'destroy' && id === sessionId) return { ...user, action: 'sign_out' };
  return { type: 'Session', id: id as number, action };
}
