import type { Tx } from '../db/tx.ts';
import type { Db } from '../db/database.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared, remembered } from '../db/prepared.ts';
import { found } from '../errors.ts';
import { columns, recordReader } from './columns.ts';
import { CONTACT_INBOX } from './contact-inbox.ts';
import { CONTACT } from './contact.ts';
import { CONVERSATION, type ConversationRecord } from './conversation.ts';
import { INBOX, type InboxRecord } from './inbox.ts';
import { readAgentBots } from './read-agent-bots.ts';
import { readAssignees } from './read-agents.ts';
import { OF_INBOX, readInboxes } from './read-inboxes.ts';
import { readTeams } from './read-teams.ts';

/** The account's conversation with this number; null when there is none. */
export async function findConversation(
  tx: Tx,
  accountId: number,
  displayId: number,
): Promise<ConversationRecord | null> {
  return completeRow(tx, await byDisplayId(tx, { accountId, displayId }));
}

/**
 * The row of that conversation, for `completeRow`: the same array each time until one of its rows is written.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function findConversationRow(
  tx: Tx,
  accountId: number,
  displayId: number,
): Promise<readonly [RowWithInbox]> {
  const rows = await byDisplayId(tx, { accountId, displayId });
  found(rows[0], 'Conversation');
  return rows as readonly RowWithInbox[] as readonly [RowWithInbox];
}

/**
 * The conversation with this row key.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function readConversation(tx: Tx, id: number): Promise<ConversationRecord> {
  return found(await findConversationById(tx, id), 'Conversation');
}

/** As `readConversation`; null when there is none. */
export async function findConversationById(tx: Tx, id: number): Promise<ConversationRecord | null> {
  return completeRow(tx, await byId(tx, { id }));
}

/**
 * As `readConversation`, with the row locked until the end of the transaction. Every command that changes a conversation
 * or adds to it does this first, or `findToLock`, before it locks anything else, so that no two transactions wait for each other.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function lockConversation(tx: Tx, id: number): Promise<ConversationRecord> {
  // Not in one statement: PostgreSQL would read the contact as it was before the wait for the lock.
  if (tx.isPostgres) await tx.sent(lockRow(tx, { id }));
  return readConversation(tx, id);
}

const lockRow = prepared((db, values: Placeholders<{ id: number }>) =>
  db.selectFrom('conversations').select('id').where('id', '=', values.id).forNoKeyUpdate(),
);

/** The conversations with these row keys, in no particular order. */
export async function readConversations(tx: Tx, ids: number[]): Promise<ConversationRecord[]> {
  return completeConversations(tx, await byIds(tx, { ids: JSON.stringify(ids) }));
}

const byIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  selectConversations(db).where(inList(tx, 'c.id', values.ids)),
);
const byDisplayId = remembered(
  (db, values: Placeholders<{ accountId: number; displayId: number }>) =>
    selectWithInbox(db).where('c.account_id', '=', values.accountId).where('c.display_id', '=', values.displayId),
  (rows) => ({
    accounts: rows.map((row) => row.accountId),
    conversations: rows.map((row) => row.id),
    contacts: rows.map((row) => row['contact.id']),
    presences: rows.map((row) => row['contact.id']),
    contact_inboxes: rows.map((row) => row['contactInbox.id']),
  }),
);
const byId = prepared((db, values: Placeholders<{ id: number }>) => selectWithInbox(db).where('c.id', '=', values.id));

/** The record of the only row; null = there is no row. Reads what it is assigned to, with at most four statements. */
export async function completeRow(tx: Tx, [row]: readonly RowWithInbox[]): Promise<ConversationRecord | null> {
  if (!row) return null;
  const [conversation] = await withAssigned(tx, [row], async () => [inboxOf(row)]);
  return conversation ?? null;
}

/**
 * A query of conversations (`c`) with their contacts (`p`) and contact inboxes (`ci`), to be filtered and ordered. Inbox,
 * assignee, bot and team are not joined: `completeConversations` reads each once for a whole page, at half the cost.
 */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .leftJoin('presences as pr', 'pr.contact_id', 'p.id')
    .select(columns('c', [...CONVERSATION, ...LINKS]))
    .select(columns('p', CONTACT, 'contact.'))
    .select(columns('ci', CONTACT_INBOX, 'contactInbox.'))
    .select('pr.online_until as contactOnlineUntil');
}

/** The same with the inbox of each (`i`), for a single conversation, which one statement reads faster than two. */
export function selectWithInbox(db: Db) {
  return selectConversations(db)
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(columns('i', INBOX, 'inbox.'))
    .select(OF_INBOX);
}

/** `hasWebhooks`: where the query asks for it; SQLite gives a number. */
type RowWithInbox = Awaited<ReturnType<ReturnType<typeof selectWithInbox>['execute']>>[number] & {
  hasWebhooks?: boolean;
};

/** The columns of a conversation that become references or the chain. */
const LINKS = ['accountId', 'chainLength', 'chainBeganAt', 'inboxId', 'assigneeId', 'assigneeBotId', 'teamId'] as const;

/** A row of such a query. */
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/**
 * The records of rows of one account: reads their inboxes, assignees, bots and teams, with at most five statements. Leaves
 * out rows whose inbox has been deleted since they were read.
 */
export async function completeConversations(tx: Tx, rows: ConversationRow[]): Promise<ConversationRecord[]> {
  return withAssigned(tx, rows, (tx) => readLinked(rows, 'inboxId', (ids) => readInboxes(tx, ids)));
}

async function withAssigned(
  tx: Tx,
  rows: ConversationRow[],
  readInboxes: (tx: Tx) => Promise<InboxRecord[]>,
): Promise<ConversationRecord[]> {
  const [first] = rows;
  if (!first) return [];
  const [inboxes, assignees, bots, teams] = await tx.together((tx) => [
    readInboxes(tx),
    readLinked(rows, 'assigneeId', (ids) => readAssignees(tx, ids, first.accountId)),
    readLinked(rows, 'assigneeBotId', (ids) => readAgentBots(tx, ids)),
    readLinked(rows, 'teamId', (ids) => readTeams(tx, ids)),
  ]);
  return rows.flatMap((row) =>
    inboxes
      .filter(({ id }) => id === row.inboxId)
      .map((inbox) => ({
        ...conversationOf(row, inbox),
        assignee: assignees.find(({ id }) => id === row.assigneeId) ?? null,
        assigneeBot: bots.find(({ id }) => id === row.assigneeBotId) ?? null,
        team: teams.find(({ id }) => id === row.teamId) ?? null,
      })),
  );
}

/** The referenced things of the rows by `link`, each once. */
function readLinked<T>(
  rows: ConversationRow[],
  link: 'inboxId' | 'assigneeId' | 'assigneeBotId' | 'teamId',
  read: (ids: number[]) => Promise<T[]>,
): Promise<T[]> {
  const ids = new Set<number>();
  for (const { [link]: id } of rows) if (id !== null) ids.add(id);
  return ids.size === 0 ? NONE : read([...ids]);
}

const NONE: Promise<never[]> = Promise.resolve([]);

/** The conversation without its assignee, bot and team. */
function conversationOf(row: ConversationRow, inbox: InboxRecord) {
  return {
    ...conversationIn(row),
    chain: { length: row.chainLength, beganAt: row.chainBeganAt },
    account: inbox.account,
    inbox,
    contact: contactIn(row),
    contactOnlineUntil: row.contactOnlineUntil,
    contactInbox: contactInboxIn(row),
  };
}

function inboxOf(row: RowWithInbox): InboxRecord {
  const { accountId, accountName, ruleEvents, tellsSlack, channelType, webhookUrl, replyWindowHours } = row;
  const hasWebhooks = row.hasWebhooks === undefined ? null : Boolean(row.hasWebhooks);
  const account = { id: accountId, name: accountName };
  return { ...inboxIn(row), account, ruleEvents, tellsSlack, hasWebhooks, channelType, webhookUrl, replyWindowHours };
}

const inboxIn = recordReader(INBOX, 'inbox.');
const conversationIn = recordReader(CONVERSATION);
const contactIn = recordReader(CONTACT, 'contact.');
const contactInboxIn = recordReader(CONTACT_INBOX, 'contactInbox.');
