import type { ConversationRecord } from '../../records/conversation.ts';
import { claimsBlock } from '../../wire/claims-block.ts';
import { agentBlock } from '../../wire/agent-block.ts';
import { agentBotBlock } from '../../wire/agent-bot-block.ts';
import { assigneeType, canReply } from '../../wire/conversation-blocks.ts';
import { attachmentBlock, messageBlock, senderBlock } from '../../wire/message-blocks.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { teamBlock } from '../../wire/team-block.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso, unixFraction, unixSeconds } from '../../time.ts';
import { presentContact } from '../contacts/presenter.ts';
import type {
  assignedShape,
  attachmentShape,
  contactAttachmentShape,
  conversationShape,
  countsShape,
  toggledStatusShape,
} from './answers.ts';
import type { AttachedFile } from './attachments.ts';
import type { ContactAttachment } from './contact-attachments.ts';
import type { Counts } from './count-conversations.ts';
import type { Assignment, ListedConversation } from './queries.ts';

/** The caller. */
type Viewer = { type: string; id: number };

/**
 * A conversation with all its values: the documented keys and Chatwoot's. `publicUrl` is the address of this server.
 */
export function presentConversation(
  listed: ListedConversation,
  viewer: Viewer,
  now: Date,
  publicUrl: string,
): Shown<typeof conversationShape> {
  const { conversation, lastMessage, lastNonActivityMessage } = listed;
  const person = conversation.assignee && agentBlock(conversation.assignee, conversation.account.id, now);
  const bot = conversation.assigneeBot && agentBotBlock(conversation.assigneeBot);
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
    assignee: person,
    meta: {
      sender: presentContact(conversation.contact, conversation.contactOnlineUntil, null, now),
      channel: CHANNEL_NAMES[conversation.inbox.channelType],
      assignee: person ?? bot,
      assignee_type: assigneeType(person, bot),
      team: conversation.team && teamBlock(conversation.team, conversation.account.id, viewer),
      hmac_verified: conversation.contactInbox.hmacVerified,
      claims: claimsBlock(conversation.contactInbox.claims, conversation.contact),
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

/** The conversation's assignee, a user or a bot, as the answer to an assignment; null = none. */
export function presentAssigned(
  { account, assignee, assigneeBot }: ConversationRecord,
  now: Date,
): Shown<typeof assignedShape> {
  if (assignee) return agentBlock(assignee, account.id, now);
  return assigneeBot && agentBotBlock(assigneeBot);
}

/** The conversation's team, as the answer to an assignment; null = none. */
export function presentAssignedTeam(
  { account, team }: ConversationRecord,
  viewer: Viewer,
): Shown<typeof assignedShape> {
  return (
    team && {
      ...teamBlock(team, account.id, viewer),
      created_at: iso(team.createdAt),
      updated_at: iso(team.updatedAt),
    }
  );
}

/** A file of a conversation, with the time and sender of its message. `publicUrl` is the address of this server. */
export function presentAttachment(
  { attachment, message }: AttachedFile,
  publicUrl: string,
): Shown<typeof attachmentShape> {
  return {
    ...attachmentBlock(attachment, message.accountId, publicUrl),
    created_at: unixSeconds(message.createdAt),
    sender: senderBlock(message.sender),
  };
}

/** As `presentAttachment`, for a list of files from several conversations: with the conversation's number. */
export function presentContactAttachment(
  file: ContactAttachment,
  publicUrl: string,
): Shown<typeof contactAttachmentShape> {
  return { ...presentAttachment(file, publicUrl), conversation_id: file.displayId };
}

/** The counts of a list; its `count` is the one for `assignment`, `page` is the page's number. */
export function presentCounts(counts: Counts, assignment: Assignment, page: number): Shown<typeof countsShape> {
  const assigned = counts.all - counts.unassigned;
  const asked = { me: counts.mine, unassigned: counts.unassigned, assigned, all: counts.all };
  return {
    count: asked[assignment],
    current_page: page,
    mine_count: counts.mine,
    assigned_count: assigned,
    unassigned_count: counts.unassigned,
    all_count: counts.all,
  };
}

/** The answer of toggle_status. */
export function presentStatus(conversation: ConversationRecord): Shown<typeof toggledStatusShape> {
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
