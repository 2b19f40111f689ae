import { theRow } from '../db/hot.ts';
import type { Db, EntityManager } from '../db/orm.ts';
import type { AgentBotFacts } from './agent-bot-block.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ConversationFacts } from './facts.ts';
import {
  type AssigneeRow,
  type InboxOfConversation,
  readAssignees,
  readBots,
  readInboxes,
  readTeams,
} from './read-shared.ts';
import type { TeamFacts } from './team-block.ts';

/** A conversation's facts, with the keys by which commands reach its rows. */
export type ConversationRow = ConversationFacts & {
  /** The row's own key; never shown. */
  id: number;
  lastMessageId: number | null;
  lastNonActivityMessageId: number | null;
  /** The bot connected to the inbox; null = none. */
  agentBotId: number | null;
  lockToSingleConversation: boolean;
  /** Whether its inbox gives open conversations to its members by itself, and how. */
  enableAutoAssignment: boolean;
  autoAssignmentConfig: Attributes;
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
      'c.assignee_bot_id as assigneeBotId',
      'c.team_id as teamId',
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

/** The selected rows in the shape of the facts; one statement more for each kind of thing that any of them has. */
export async function completeConversations(em: EntityManager, rows: Selected[]): Promise<ConversationRow[]> {
  if (rows.length === 0) return [];
  const inboxes = await readInboxes(
    em,
    idsOf(rows, (row) => row.inboxId),
  );
  const { accountId } = theRow(inboxes);
  const assignees = await readAssignees(
    em,
    idsOf(rows, (row) => row.assigneeId),
    accountId,
  );
  const bots = await readBots(
    em,
    idsOf(rows, (row) => row.assigneeBotId),
  );
  const teams = await readTeams(
    em,
    idsOf(rows, (row) => row.teamId),
  );
  return rows.map((row) =>
    toConversation(row, {
      inbox: theRow(inboxes.filter(({ id }) => id === row.inboxId)),
      assignee: assignees.find(({ id }) => id === row.assigneeId) ?? null,
      assigneeBot: bots.find(({ id }) => id === row.assigneeBotId) ?? null,
      team: teams.find(({ id }) => id === row.teamId) ?? null,
    }),
  );
}

function idsOf(rows: Selected[], id: (row: Selected) => number | null): number[] {
  return [...new Set(rows.map(id))].filter((value) => value !== null);
}

/** What several conversations may share. */
type Shared = {
  inbox: InboxOfConversation;
  assignee: AssigneeRow | null;
  assigneeBot: AgentBotFacts | null;
  team: TeamFacts | null;
};

function toConversation(row: Selected, { inbox, assignee, assigneeBot, team }: Shared): ConversationRow {
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
    enableAutoAssignment: inbox.enableAutoAssignment,
    autoAssignmentConfig: inbox.autoAssignmentConfig,
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
    assigneeBot,
    team,
  };
}
