import type { Tx } from '../db/tx.ts';
import type { AgentBotRecord } from './agent-bot.ts';
import type { ConversationRecord } from './conversation.ts';
import type { TeamRecord } from './team.ts';
import type { UserRecord } from './user.ts';
import { joinedContact } from './contact-columns.ts';
import { readAgentBots } from './read-agent-bots.ts';
import { readAssignees } from './read-agents.ts';
import { type InboxOfConversation, readInboxes } from './read-inboxes.ts';
import { readTeams } from './read-teams.ts';
import type { ConversationRow } from './select-conversations.ts';

/**
 * The records of rows of one account: reads their inboxes, assignees, bots and teams, with at most five statements. Leaves
 * out rows whose inbox has been deleted since they were read.
 */
export async function completeConversations(tx: Tx, rows: ConversationRow[]): Promise<ConversationRecord[]> {
  if (rows.length === 0) return [];
  const inboxes = await readInboxes(
    tx,
    idsOf(rows, (row) => row.inboxId),
  );
  const [inbox] = inboxes;
  if (!inbox) return [];
  const assignees = await readAssignees(
    tx,
    idsOf(rows, (row) => row.assigneeId),
    inbox.accountId,
  );
  const bots = await readAgentBots(
    tx,
    idsOf(rows, (row) => row.assigneeBotId),
  );
  const teams = await readTeams(
    tx,
    idsOf(rows, (row) => row.teamId),
  );
  return rows.flatMap((row) =>
    inboxes
      .filter(({ id }) => id === row.inboxId)
      .map((inbox) =>
        toConversation(row, {
          inbox,
          assignee: assignees.find(({ id }) => id === row.assigneeId) ?? null,
          assigneeBot: bots.find(({ id }) => id === row.assigneeBotId) ?? null,
          team: teams.find(({ id }) => id === row.teamId) ?? null,
        }),
      ),
  );
}

function idsOf(rows: ConversationRow[], id: (row: ConversationRow) => number | null): number[] {
  return [...new Set(rows.map(id))].filter((value) => value !== null);
}

/** What several conversations can have in common. */
type Shared = {
  inbox: InboxOfConversation;
  assignee: UserRecord | null;
  assigneeBot: AgentBotRecord | null;
  team: TeamRecord | null;
};

function toConversation(row: ConversationRow, { inbox, assignee, assigneeBot, team }: Shared): ConversationRecord {
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
    chain: { length: row.chainLength, beganAt: row.chainBeganAt },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    agentBotId: inbox.agentBotId,
    lockToSingleConversation: inbox.lockToSingleConversation,
    enableAutoAssignment: inbox.enableAutoAssignment,
    autoAssignmentConfig: inbox.autoAssignmentConfig,
    greetingEnabled: inbox.greetingEnabled,
    workingHoursEnabled: inbox.workingHoursEnabled,
    enableEmailCollect: inbox.enableEmailCollect,
    csatSurveyEnabled: inbox.csatSurveyEnabled,
    account: { id: inbox.accountId, name: inbox.accountName },
    inbox: {
      id: inbox.id,
      name: inbox.name,
      channelType: inbox.channelType,
      webhookUrl: inbox.webhookUrl,
      replyWindowHours: inbox.replyWindowHours,
    },
    contact: joinedContact(row),
    contactInbox: {
      id: row.contactInboxId,
      sourceId: row.sourceId,
      hmacVerified: row.hmacVerified,
      createdAt: row.contactInboxCreatedAt,
      updatedAt: row.contactInboxUpdatedAt,
    },
    assignee,
    assigneeBot,
    team,
  };
}
