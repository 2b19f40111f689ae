import { inList } from '../db/dialect.ts';
import { hot, theRow } from '../db/hot.ts';
import type { Db, EntityManager } from '../db/orm.ts';
import type { ConversationFacts } from './facts.ts';

/** A conversation's facts, with the keys by which commands reach its rows. */
export type ConversationRow = ConversationFacts & {
  /** The row's own key; never shown. */
  id: number;
  lastMessageId: number | null;
  lastNonActivityMessageId: number | null;
  /** The bot connected to the inbox; null = none. */
  agentBotId: number | null;
  lockToSingleConversation: boolean;
};

/**
 * What differs from conversation to conversation (`c`), with its contact. What many of them share is read once for all by
 * `completeConversations`: a page of them costs half as much as with everything joined to each.
 */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select([
      'c.id',
      'c.display_id as displayId',
      'c.uuid',
      'c.status',
      'c.priority',
      'c.muted',
      'c.snoozed_until as snoozedUntil',
      'c.waiting_since as waitingSince',
      'c.first_reply_created_at as firstReplyCreatedAt',
      'c.agent_last_seen_at as agentLastSeenAt',
      'c.assignee_last_seen_at as assigneeLastSeenAt',
      'c.contact_last_seen_at as contactLastSeenAt',
      'c.last_activity_at as lastActivityAt',
      'c.last_incoming_at as lastIncomingAt',
      'c.unread_count as unreadCount',
      'c.custom_attributes as customAttributes',
      'c.additional_attributes as additionalAttributes',
      'c.labels',
      'c.last_message_id as lastMessageId',
      'c.last_non_activity_message_id as lastNonActivityMessageId',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
      'c.inbox_id as inboxId',
      'c.assignee_id as assigneeId',
      'p.id as contactId',
      'p.name as contactName',
      'p.email as contactEmail',
      'p.phone_number as contactPhoneNumber',
      'p.identifier as contactIdentifier',
      'p.blocked as contactBlocked',
      'p.avatar_url as contactAvatarUrl',
      'p.custom_attributes as contactCustomAttributes',
      'p.additional_attributes as contactAdditionalAttributes',
      'p.last_activity_at as contactLastActivityAt',
      'p.seen_at as contactSeenAt',
      'p.created_at as contactCreatedAt',
      'ci.id as contactInboxId',
      'ci.source_id as sourceId',
      'ci.hmac_verified as hmacVerified',
      'ci.created_at as contactInboxCreatedAt',
      'ci.updated_at as contactInboxUpdatedAt',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/** The selected rows in the shape of the facts; two statements more, for their inboxes and their assignees. */
export async function completeConversations(em: EntityManager, rows: Selected[]): Promise<ConversationRow[]> {
  if (rows.length === 0) return [];
  const assigneeIds = idsOf(rows, (row) => row.assigneeId);
  const inboxes = await inboxesOf(em, { ids: JSON.stringify(idsOf(rows, (row) => row.inboxId)) });
  const { accountId } = theRow(inboxes);
  const assignees =
    assigneeIds.length > 0 ? await assigneesOf(em, { ids: JSON.stringify(assigneeIds), accountId }) : [];
  return rows.map((row) => {
    const inbox = theRow(inboxes.filter(({ id }) => id === row.inboxId));
    const assignee = assignees.find(({ id }) => id === row.assigneeId) ?? null;
    return toConversation(row, inbox, assignee);
  });
}

function idsOf(rows: Selected[], id: (row: Selected) => number | null): number[] {
  return [...new Set(rows.map(id))].filter((value) => value !== null);
}

const inboxesOf = hot((db, values: { ids: string }, _: void, em) =>
  db
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(em, 'i.id', values.ids))
    .select([
      'i.id',
      'i.name',
      'i.agent_bot_id as agentBotId',
      'i.lock_to_single_conversation as lockToSingleConversation',
      'a.id as accountId',
      'a.name as accountName',
      'ch.type as channelType',
      'ch.webhook_url as webhookUrl',
      'ch.reply_window_hours as replyWindowHours',
    ]),
);
type SelectedInbox = Awaited<ReturnType<typeof inboxesOf>>[number];

const assigneesOf = hot((db, values: { ids: string; accountId: number }, _: void, em) =>
  db
    .selectFrom('users as u')
    .leftJoin('account_users as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.account_id', '=', values.accountId),
    )
    .where(inList(em, 'u.id', values.ids))
    .select([
      'u.id',
      'u.name',
      'u.display_name as displayName',
      'u.email',
      'u.avatar_url as avatarUrl',
      'm.availability',
      'm.auto_offline as autoOffline',
      'm.active_at as activeAt',
      'm.role',
    ]),
);
type SelectedAssignee = Awaited<ReturnType<typeof assigneesOf>>[number];

function toConversation(row: Selected, inbox: SelectedInbox, assignee: SelectedAssignee | null): ConversationRow {
  return {
    id: row.id,
    displayId: row.displayId,
    uuid: row.uuid,
    status: row.status,
    priority: row.priority,
    muted: row.muted,
    snoozedUntil: row.snoozedUntil,
    waitingSince: row.waitingSince,
    firstReplyCreatedAt: row.firstReplyCreatedAt,
    agentLastSeenAt: row.agentLastSeenAt,
    assigneeLastSeenAt: row.assigneeLastSeenAt,
    contactLastSeenAt: row.contactLastSeenAt,
    lastActivityAt: row.lastActivityAt,
    lastIncomingAt: row.lastIncomingAt,
    unreadCount: row.unreadCount,
    customAttributes: row.customAttributes,
    additionalAttributes: row.additionalAttributes,
    labels: row.labels,
    lastMessageId: row.lastMessageId,
    lastNonActivityMessageId: row.lastNonActivityMessageId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    agentBotId: inbox.agentBotId,
    lockToSingleConversation: inbox.lockToSingleConversation,
    account: { id: inbox.accountId, name: inbox.accountName },
    inbox: {
      id: inbox.id,
      name: inbox.name,
      channelType: inbox.channelType,
      webhookUrl: inbox.webhookUrl,
      replyWindowHours: inbox.replyWindowHours,
    },
    contact: {
      id: row.contactId,
      name: row.contactName,
      email: row.contactEmail,
      phoneNumber: row.contactPhoneNumber,
      identifier: row.contactIdentifier,
      blocked: row.contactBlocked,
      avatarUrl: row.contactAvatarUrl,
      customAttributes: row.contactCustomAttributes,
      additionalAttributes: row.contactAdditionalAttributes,
      lastActivityAt: row.contactLastActivityAt,
      seenAt: row.contactSeenAt,
      createdAt: row.contactCreatedAt,
    },
    contactInbox: {
      id: row.contactInboxId,
      sourceId: row.sourceId,
      hmacVerified: row.hmacVerified,
      createdAt: row.contactInboxCreatedAt,
      updatedAt: row.contactInboxUpdatedAt,
    },
    assignee: assignee && {
      id: assignee.id,
      name: assignee.name,
      displayName: assignee.displayName,
      email: assignee.email,
      avatarUrl: assignee.avatarUrl,
      availability: assignee.availability ?? 'offline',
      autoOffline: assignee.autoOffline ?? true,
      activeAt: assignee.activeAt,
      // Who has left the account is still who the conversation was given to.
      role: assignee.role ?? 'agent',
    },
  };
}
