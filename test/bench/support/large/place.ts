import Database from 'better-sqlite3';
import { join } from 'node:path';
import { pause } from '../pause.ts';
import { BINARY, createAccount, type Program, serve, type Server, UNLIMITED } from '../processes.ts';
import { seedLarge, type Size } from './seed.ts';

/** An installation on SQLite, and the access token of its administrator. */
export type Place = { dataDir: string; token: string };

/** How much there is of everything in a database with so many messages. */
export const sizeWith = (messages: number): Size => ({
  contacts: Math.ceil(messages / 20),
  conversations: Math.ceil(messages / 10),
  messages,
});

/** Makes an installation of this size in the folder. */
export async function prepareLarge(dataDir: string, size: Size): Promise<Place> {
  const token = await createAccount(BINARY, { dataDir, env: UNLIMITED });
  const seeding = performance.now();
  seedLarge(join(dataDir, 'parley.db'), size);
  console.error(`seeded ${size.messages.toLocaleString('en')} messages in ${secondsSince(seeding)} s`);
  return { dataDir, token };
}

/** Starts a server, and waits until what was seeded is in the search index, and summed up for reports. */
export async function serveLarge(program: Program, { dataDir }: Place): Promise<Server> {
  const server = await serve(program, { dataDir, env: UNLIMITED });
  const started = performance.now();
  const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
  const waiting = database.prepare(
    `select 1 from search_changes union all
    select 1 from messages where id > (select message_id from message_search_mark) union all
    select 1 from messages where id > (select messages_up_to from report_progress) union all
    select 1 from reporting_events where id > (select events_up_to from report_progress) limit 1`,
  );
  while (waiting.get()) await pause(500);
  database.close();
  console.error(`search index and sums of reports complete in ${secondsSince(started)} s`);
  return server;
}

/** Whole seconds since `performance.now()` was this. */
export const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000);
