import { hot } from '../db/hot.ts';
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

/** The account's conversation with this number; null when there is none. */
export async function findConversation(em: EntityManager, accountId: number, displayId: number): Promise<ConversationRow | null> {
  const [row] = await byDisplayId(em, { accountId, displayId });
  return row ? toConversation(row) : null;
}

/** The conversation with this row key. */
export async function readConversation(em: EntityManager, id: number): Promise<ConversationRow> {
  const [row] = await byId(em, { id });
  return toConversation(row!);
}

const byDisplayId = hot((db, values: { accountId: number; displayId: number }) =>
  selectConversations(db).where('c.account_id', '=', values.accountId).where('c.display_id', '=', values.displayId),
);
const byId = hot((db, values: { id: number }) => selectConversations(db).where('c.id', '=', values.id));

/** Everything that answers and events tell of conversations (`c`), in one statement; `toConversation` gives it its shape. */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .leftJoin('users as u', 'u.id', 'c.assignee_id')
    .leftJoin('account_users as m', (join) => join.onRef('m.account_id', '=', 'c.account_id').onRef('m.user_id', '=', 'u.id'))
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
      'a.id as accountId',
      'a.name as accountName',
      'i.id as inboxId',
      'i.name as inboxName',
      'i.agent_bot_id as agentBotId',
      'i.lock_to_single_conversation as lockToSingleConversation',
      'ch.type as channelType',
      'ch.webhook_url as webhookUrl',
      'ch.reply_window_hours as replyWindowHours',
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
      'u.id as assigneeId',
      'u.name as assigneeName',
      'u.display_name as assigneeDisplayName',
      'u.email as assigneeEmail',
      'u.avatar_url as assigneeAvatarUrl',
      'm.availability as assigneeAvailability',
      'm.auto_offline as assigneeAutoOffline',
      'm.active_at as assigneeActiveAt',
      'm.role as assigneeRole',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/** One selected row in the shape of the facts. */
export function toConversation(row: Selected): ConversationRow {
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
    agentBotId: row.agentBotId,
    lockToSingleConversation: row.lockToSingleConversation,
    account: { id: row.accountId, name: row.accountName },
    inbox: {
      id: row.inboxId,
      name: row.inboxName,
      channelType: row.channelType,
      webhookUrl: row.webhookUrl,
      replyWindowHours: row.replyWindowHours,
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
    assignee:
      row.assigneeId === null
        ? null
        : {
            id: row.assigneeId,
            name: row.assigneeName!,
            displayName: row.assigneeDisplayName,
            email: row.assigneeEmail!,
            avatarUrl: row.assigneeAvatarUrl,
            availability: row.assigneeAvailability ?? 'offline',
            autoOffline: row.assigneeAutoOffline ?? true,
            activeAt: row.assigneeActiveAt,
            role: row.assigneeRole ?? 'agent',
          },
  };
}
