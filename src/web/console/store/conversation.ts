import type { Attributes, Priority, Status, WireConversation } from './wire.ts';

export type Assignee = { type: 'User' | 'AgentBot'; id: number; name: string };

/** A conversation, named by the number that people see. Times are Unix seconds; 0 = not yet. */
export type Conversation = {
  id: number;
  uuid: string;
  inboxId: number;
  contactId: number;
  status: Status;
  priority: Priority | null;
  isMuted: boolean;
  /** ISO 8601. */
  snoozedUntil: string | null;
  assignee: Assignee | null;
  teamId: number | null;
  labels: readonly string[];
  attributes: Attributes;
  additionalAttributes: Attributes;
  canReply: boolean;
  unreadCount: number;
  isAnswered: boolean;
  waitingSince: number;
  agentLastSeenAt: number;
  contactLastSeenAt: number;
  lastActivityAt: number;
  createdAt: number;
  /** With a fraction. */
  updatedAt: number;
};

export function conversationOf(wire: WireConversation): Conversation {
  const { assignee, assignee_type: type, sender, team } = wire.meta;
  return {
    id: wire.id,
    uuid: wire.uuid,
    inboxId: wire.inbox_id,
    contactId: sender.id,
    status: wire.status,
    priority: wire.priority,
    isMuted: wire.muted,
    snoozedUntil: wire.snoozed_until,
    assignee: assignee && {
      type: type ?? 'User',
      id: assignee.id,
      name: assignee.available_name ?? assignee.name ?? '',
    },
    teamId: team?.id ?? null,
    labels: wire.labels,
    attributes: wire.custom_attributes,
    additionalAttributes: wire.additional_attributes,
    canReply: wire.can_reply,
    unreadCount: wire.unread_count,
    isAnswered: Boolean(wire.first_reply_created_at),
    waitingSince: wire.waiting_since,
    agentLastSeenAt: wire.agent_last_seen_at,
    contactLastSeenAt: wire.contact_last_seen_at,
    lastActivityAt: wire.last_activity_at,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  };
}
