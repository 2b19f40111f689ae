import { agentBlock } from '../../events/agent-block.ts';
import { CHANNEL_NAMES, canReply, messageBlock } from '../../events/blocks.ts';
import { iso, unixFraction, unixSeconds } from '../../time.ts';
import { presentContact } from '../contacts/presenter.ts';
import type { Counts, ListedConversation } from './queries.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';

/** A conversation in full: spec.md's keys and upstream's. `publicUrl` is where this server is reached. */
export function presentConversation(listed: ListedConversation, now: Date, publicUrl: string) {
  const { conversation, lastMessage, lastNonActivityMessage } = listed;
  const assignee = conversation.assignee && agentBlock(conversation.assignee, conversation.account.id, now);
  const last = lastMessage && messageBlock(lastMessage, conversation, publicUrl);
  const lastNonActivity =
    lastNonActivityMessage === lastMessage
      ? last
      : lastNonActivityMessage && messageBlock(lastNonActivityMessage, conversation, publicUrl);
  return {
    id: conversation.displayId,
    display_id: conversation.displayId,
    uuid: conversation.uuid,
    account_id: conversation.account.id,
    inbox_id: conversation.inbox.id,
    status: conversation.status,
    priority: conversation.priority,
    muted: conversation.muted,
    snoozed_until: iso(conversation.snoozedUntil),
    contact: { id: conversation.contact.id, name: conversation.contact.name, email: conversation.contact.email },
    assignee,
    meta: {
      sender: presentContact(conversation.contact, null, now),
      channel: CHANNEL_NAMES[conversation.inbox.channelType],
      assignee,
      assignee_type: assignee && 'User',
      team: null,
      hmac_verified: conversation.contactInbox.hmacVerified,
    },
    messages: last ? [last] : [],
    last_non_activity_message: lastNonActivity,
    labels: conversation.labels,
    additional_attributes: conversation.additionalAttributes,
    custom_attributes: conversation.customAttributes,
    can_reply: canReply(conversation, now),
    unread_count: conversation.unreadCount,
    first_reply_created_at: unixSeconds(conversation.firstReplyCreatedAt),
    waiting_since: unixSeconds(conversation.waitingSince),
    agent_last_seen_at: unixSeconds(conversation.agentLastSeenAt),
    assignee_last_seen_at: unixSeconds(conversation.assigneeLastSeenAt),
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    last_activity_at: unixSeconds(conversation.lastActivityAt),
    timestamp: unixSeconds(conversation.lastActivityAt),
    created_at: unixSeconds(conversation.createdAt),
    updated_at: unixFraction(conversation.updatedAt),
    sla_policy_id: null,
  };
}

/** The numbers beside a list; `count` is of what was asked for, which `assignmentType` says. */
export function presentCounts(counts: Counts, assignmentType: 'me' | 'unassigned' | 'assigned' | 'all', page: number) {
  const assigned = counts.all - counts.unassigned;
  const asked = { me: counts.mine, unassigned: counts.unassigned, assigned, all: counts.all };
  return {
    count: asked[assignmentType],
    current_page: page,
    mine_count: counts.mine,
    assigned_count: assigned,
    unassigned_count: counts.unassigned,
    all_count: counts.all,
  };
}

/** What toggle_status answers. */
export function presentStatus(conversation: ConversationRow) {
  const snoozedUntil = iso(conversation.snoozedUntil);
  return {
    payload: {
      success: true,
      conversation_id: conversation.displayId,
      current_status: conversation.status,
      snoozed_until: snoozedUntil,
    },
    status: conversation.status,
    snoozed_until: snoozedUntil,
  };
}
