import type { AgentBotRecord } from './agent-bot.ts';
import type { ConversationRecord } from './conversation.ts';
import type { TeamRecord } from './team.ts';
import type { Db, EntityManager } from '../db/orm.ts';
import { CONVERSATION_COLUMNS } from './conversation-columns.ts';
import { joinedContact } from './joined-contact.ts';
import {
  assigneeFacts,
  type AssigneeRow,
  type InboxOfConversation,
  readAssignees,
  readBots,
  readInboxes,
  readTeams,
} from './read-shared.ts';

/**
 * What differs from conversation to conversation (`c`), with its contact. What many of them share is read once for all by
 * `completeConversations`: a page of them costs half as much as with everything joined to each.
 */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select(CONVERSATION_COLUMNS);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/**
 * The selected rows in the shape of the facts; one statement more for each kind of thing that any of them has. Rows whose
 * inbox has been deleted meanwhile are gone with it.
 */
export async function completeConversations(em: EntityManager, rows: Selected[]): Promise<ConversationRecord[]> {
  if (rows.length === 0) return [];
  const inboxes = await readInboxes(
    em,
    idsOf(rows, (row) => row.inboxId),
  );
  const [inbox] = inboxes;
  if (!inbox) return [];
  const assignees = await readAssignees(
    em,
    idsOf(rows, (row) => row.assigneeId),
    inbox.accountId,
  );
  const bots = await readBots(
    em,
    idsOf(rows, (row) => row.assigneeBotId),
  );
  const teams = await readTeams(
    em,
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

function idsOf(rows: Selected[], id: (row: Selected) => number | null): number[] {
  return [...new Set(rows.map(id))].filter((value) => value !== null);
}

/** What several conversations may share. */
type Shared = {
  inbox: InboxOfConversation;
  assignee: AssigneeRow | null;
  assigneeBot: AgentBotRecord | null;
  team: TeamRecord | null;
};

function toConversation(row: Selected, { inbox, assignee, assigneeBot, team }: Shared): ConversationRecord {
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
    assignee: assignee && assigneeFacts(assignee),
    assigneeBot,
    team,
  };
}
