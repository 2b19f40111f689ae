import type { Db } from '../db/orm.ts';
import { JOINED_CONTACT_COLUMNS } from './contact-columns.ts';

/**
 * A query of conversations (`c`) with their contacts (`p`) and contact inboxes (`ci`), to be filtered and ordered. Inbox,
 * assignee, bot and team are not joined: `completeConversations` reads each once for a whole page, at half the cost.
 */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select(CONVERSATION_COLUMNS);
}

/** A row of such a query. */
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

const CONVERSATION_COLUMNS = [
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
  'c.chain_length as chainLength',
  'c.chain_began_at as chainBeganAt',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
  'c.inbox_id as inboxId',
  'c.assignee_id as assigneeId',
  'c.assignee_bot_id as assigneeBotId',
  'c.team_id as teamId',
  ...JOINED_CONTACT_COLUMNS,
  'ci.id as contactInboxId',
  'ci.source_id as sourceId',
  'ci.hmac_verified as hmacVerified',
  'ci.created_at as contactInboxCreatedAt',
  'ci.updated_at as contactInboxUpdatedAt',
] as const;
