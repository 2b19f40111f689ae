import Database from 'better-sqlite3';
import { join } from 'node:path';
import { newToken, pubsubToken, USER_ITSELF } from '../../../src/secrets.ts';
import type { Installation } from './processes.ts';

/** `identifier`: of their subscription on sockets. */
export type Member = { id: number; identifier: string };

/** Adds people to the account 1, before a server runs. */
export function addMembers({ dataDir }: Installation, count: number, role: 'administrator' | 'agent'): Member[] {
  const database = new Database(join(dataDir, 'parley.db'));
  const now = Date.now();
  const addUser = database.prepare<[string, string, number, number]>(
    `insert into users (name, email, pubsub_secret, ui_settings, custom_attributes, created_at, updated_at)
     values ('Ada', ?, ?, '{}', '{}', ?, ?)`,
  );
  const addMember = database.prepare<[number, string, number, number]>(
    `insert into account_users (account_id, user_id, role, created_at, updated_at) values (1, ?, ?, ?, ?)`,
  );
  const members = Array.from({ length: count }, (_, number) => {
    const secret = newToken();
    const id = Number(addUser.run(`ada${number}@example.com`, secret, now, now).lastInsertRowid);
    addMember.run(id, role, now, now);
    const claim = { pubsub_token: pubsubToken(secret, USER_ITSELF), account_id: 1, user_id: id };
    return { id, identifier: JSON.stringify({ channel: 'RoomChannel', ...claim }) };
  });
  database.close();
  return members;
}
