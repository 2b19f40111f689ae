import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { agentOf, insert, seedGroups, seedReportingEvents, TEAMS, TOPICS } from './seed-reporting.ts';

/** How much there is of everything; each conversation has as many messages as the others. */
export type Size = { contacts: number; conversations: number; messages: number };

const BATCH = 50_000;
const YEAR_MS = 365 * 86_400_000;
const INBOXES = 5;
const WORDS =
  'order arrived parcel refund invoice address delivery colour size broken exchange account password login update thanks please today tomorrow week payment card bank shop website help question answer support team customer product battery cable screen phone laptop service repair warranty return label box courier street city country'.split(
    ' ',
  );
/** Numbers from 0 up to `most`, always the same ones. */
let state = 1;
const roll = (most: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % most;
};

/**
 * Fills the account 1 of an empty database, straight into its tables. However much there is: twenty conversations have the
 * label "rare", and ten messages say each of the numbers "n0x", "n1x" and so on; everything else grows with the size.
 */
export function seedLarge(file: string, size: Size): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  database.pragma('cache_size = -400000');
  const started = Date.now() - YEAR_MS;

  for (let inbox = 1; inbox <= INBOXES; inbox += 1) seedInbox(database, inbox, started);
  seedGroups(database, started);
  seedContacts(database, size, started);
  seedConversations(database, size, started);
  seedMessages(database, size, started);
  database.exec(`
    update conversations set last_message_id = (select max(id) from messages m where m.conversation_id = conversations.id);
    update conversations set last_non_activity_message_id = last_message_id;
    insert into conversation_counts (account_id, status, inbox_id, assignee_id, count)
      select account_id, status, inbox_id, coalesce(assignee_id, 0), count(*) from conversations group by 1, 2, 3, 4;
    update accounts set contacts_count = ${size.contacts}, last_display_id = ${size.conversations};
  `);
  seedReportingEvents(database, size);
  database.close();
}

function seedInbox(database: Database.Database, inbox: number, now: number): void {
  insert(database, 'channels', {
    id: inbox,
    account_id: 1,
    type: 'api',
    identifier: randomUUID(),
    settings: '{}',
    created_at: now,
    updated_at: now,
  });
  insert(database, 'inboxes', {
    id: inbox,
    account_id: 1,
    channel_id: inbox,
    name: `Inbox ${inbox}`,
    working_hours: '[]',
    created_at: now,
    updated_at: now,
  });
}

function seedContacts(database: Database.Database, { contacts }: Size, now: number): void {
  const contact = database.prepare(
    `insert into contacts (id, account_id, name, name_key, email, phone_number, identifier, created_at, updated_at)
     values (?, 1, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const inbox = database.prepare(
    `insert into contact_inboxes (id, contact_id, inbox_id, source_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?)`,
  );
  inBatches(database, contacts, (id) => {
    const name = `${WORDS[roll(WORDS.length)]} ${WORDS[roll(WORDS.length)]} ${id}`;
    contact.run(
      id,
      name,
      name,
      `person${id}@example${roll(50)}.com`,
      `+49${1_000_000_000 + id}`,
      `crm-${id}`,
      now + id,
      now,
    );
    inbox.run(id, id, 1 + (id % INBOXES), randomUUID(), now, now);
  });
}

const STATUSES = ['open', 'resolved', 'pending'];
const PRIORITIES = ['urgent', 'high', 'medium', 'low'];

function seedConversations(database: Database.Database, size: Size, now: number): void {
  const row = database.prepare(
    `insert into conversations (id, account_id, inbox_id, contact_id, contact_inbox_id, assignee_id, team_id, display_id, uuid, status,
       priority, waiting_since, last_activity_at, labels, created_at, updated_at) values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Conversations begin in the first tenth of the year, and go on until its end.
  const step = YEAR_MS / size.messages;
  const at = (message: number) => now + Math.floor(message * step);
  inBatches(database, size.conversations, (id) => {
    const contact = 1 + (id % size.contacts);
    const labels = [
      ...(id % Math.floor(size.conversations / 20) === 0 ? ['rare'] : []),
      ...(id % 10 === 0 ? ['vip'] : []),
      ...(id % 2 === 0 ? [`topic${(id / 2) % TOPICS}`] : []),
    ];
    row.run(
      id,
      1 + (contact % INBOXES),
      contact,
      contact,
      id % 4 === 0 ? 1 : null,
      id % 3 === 0 ? 1 + ((id / 3) % TEAMS) : null,
      id,
      randomUUID(),
      STATUSES[roll(3)],
      id % 20 === 0 ? PRIORITIES[roll(4)] : null,
      id % 15 === 0 ? at(id) : null,
      at(Math.floor((id / size.conversations) * size.messages)),
      JSON.stringify(labels),
      at(id),
      at(id),
    );
  });
}

function seedMessages(database: Database.Database, size: Size, now: number): void {
  const row = database.prepare(
    `insert into messages (id, account_id, inbox_id, conversation_id, message_type, content, sender_type, sender_id, created_at, updated_at)
     values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const each = size.messages / size.conversations;
  const at = (message: number) => now + Math.floor((message * YEAR_MS) / size.messages);
  inBatches(database, size.messages, (id) => {
    // Conversations go on side by side, as they do in life.
    const conversation = 1 + (id % size.conversations);
    const contact = 1 + (conversation % size.contacts);
    const outgoing = Math.floor(id / size.conversations) % 2 === 1;
    const words = Array.from({ length: 10 }, () => WORDS[roll(WORDS.length)]).join(' ');
    const content = id % 200 === 0 ? `${words} case number n${Math.floor(id / 200 / each)}x` : words;
    const inbox = 1 + (contact % INBOXES);
    row.run(
      id,
      inbox,
      conversation,
      outgoing ? 'outgoing' : 'incoming',
      content,
      outgoing ? 'User' : 'Contact',
      outgoing ? agentOf(conversation) : contact,
      at(id),
      at(id),
    );
  });
}

function inBatches(database: Database.Database, count: number, one: (id: number) => void): void {
  for (let first = 1; first <= count; first += BATCH) {
    database.exec('begin');
    for (let id = first; id < first + BATCH && id <= count; id += 1) one(id);
    database.exec('commit');
  }
}
