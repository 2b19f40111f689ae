import type Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import type { Size } from './seed.ts';

/** What reports are grouped by, beside inboxes. */
export const AGENTS = 20;
export const TEAMS = 5;
export const TOPICS = 20;

/** The user who answers in a conversation; 1 is the administrator. */
export const agentOf = (conversation: number) => 1 + (conversation % AGENTS);

/** Adds agents, teams, labels and a bot of the inbox 1 to the account 1. */
export function seedGroups(database: Database.Database, now: number): void {
  for (let id = 2; id <= AGENTS; id += 1) {
    insert(database, 'users', {
      id,
      name: `Agent ${id}`,
      email: `agent${id}@example.com`,
      pubsub_secret: randomUUID(),
      ui_settings: '{}',
      custom_attributes: '{}',
      ...times(now),
    });
    insert(database, 'account_users', { account_id: 1, user_id: id, role: 'agent', ...times(now) });
  }
  for (let id = 1; id <= TEAMS; id += 1) {
    insert(database, 'teams', { id, account_id: 1, name: `team ${id}`, ...times(now) });
  }
  for (const title of ['rare', 'vip', ...Array.from({ length: TOPICS }, (_, topic) => `topic${topic}`)]) {
    insert(database, 'labels', { account_id: 1, title, ...times(now) });
  }
  insert(database, 'agent_bots', { id: 1, account_id: 1, name: 'Bot', bot_config: '{}', ...times(now) });
  database.exec('update inboxes set agent_bot_id = 1 where id = 1');
}

/**
 * Writes what reports count: the beginning of each conversation, an answer by each outgoing message, and at the end of the
 * conversation that it was resolved; of a third that it was opened again, and of a seventh that a bot handed it over.
 */
export function seedReportingEvents(database: Database.Database, { conversations }: Size): void {
  const write = (name: string, of: { user: string; seconds: string; at: string; from: string }) =>
    database.exec(`insert into reporting_events (account_id, name, inbox_id, user_id, conversation_id, value, value_in_business_hours,
      event_start_time, event_end_time, created_at)
      select 1, ${name}, x.inbox_id, ${of.user}, ${of.seconds}, ${of.at}, ${of.at}, ${of.at} from ${of.from}`);
  const ofConversation = {
    user: 'x.assignee_id',
    seconds: 'x.id, x.id % 100000, x.id % 10000',
    at: 'x.last_activity_at',
  };
  const some = (condition: string) => ({ ...ofConversation, from: `conversations x where ${condition}` });

  write(`'conversation_created'`, { user: 'null', seconds: 'x.id, 0, 0', at: 'x.created_at', from: 'conversations x' });
  write(`case when x.id <= 2 * ${conversations} then 'first_response' else 'reply_time' end`, {
    user: 'x.sender_id',
    seconds: 'x.conversation_id, x.id % 100000, x.id % 10000',
    at: 'x.created_at',
    from: `messages x where x.message_type = 'outgoing'`,
  });
  write(`'conversation_resolved'`, some('true'));
  write(`'conversation_opened'`, some('x.id % 3 = 0'));
  write(`'conversation_bot_handoff'`, some('x.id % 7 = 0'));
}

const times = (now: number) => ({ created_at: now, updated_at: now });

/** Writes a row. */
export function insert(database: Database.Database, table: string, values: Record<string, unknown>): void {
  const keys = Object.keys(values);
  database
    .prepare(`insert into ${table} (${keys.join(', ')}) values (${keys.map(() => '?').join(', ')})`)
    .run(...Object.values(values));
}
