import type { Tx } from '../db/tx.ts';
import type { AgentBotRecord } from './agent-bot.ts';
import { CONVERSATION, type ConversationRecord } from './conversation.ts';
import type { InboxRecord } from './inbox.ts';
import type { TeamRecord } from './team.ts';
import type { UserRecord } from './user.ts';
import { recordReader } from './columns.ts';
import { CONTACT_INBOX } from './contact-inbox.ts';
import { CONTACT } from './contact.ts';
import { readAgentBots } from './read-agent-bots.ts';
import { readAssignees } from './read-agents.ts';
import { readInboxes } from './read-inboxes.ts';
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
    inbox.account.id,
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
  inbox: InboxRecord;
  assignee: UserRecord | null;
  assigneeBot: AgentBotRecord | null;
  team: TeamRecord | null;
};

function toConversation(row: ConversationRow, { inbox, assignee, assigneeBot, team }: Shared): ConversationRecord {
  return {
    ...conversationIn(row),
    chain: { length: row.chainLength, beganAt: row.chainBeganAt },
    account: inbox.account,
    inbox,
    contact: contactIn(row),
    contactInbox: contactInboxIn(row),
    assignee,
    assigneeBot,
    team,
  };
}

const conversationIn = recordReader(CONVERSATION);
const contactIn = recordReader(CONTACT, 'contact.');
const contactInboxIn = recordReader(CONTACT_INBOX, 'contactInbox.');
