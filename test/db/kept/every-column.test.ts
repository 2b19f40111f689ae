import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { databaseFile } from '../../../src/app.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, reply } from '../../support/conversation-calls.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { withoutKept } from '../../support/database/without-kept.ts';
import { onlyOn } from '../../support/only.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenFile,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';

let test: TestApp;
let account: TestAccount;
let other: Database.Database;
const now = new Date('2026-11-20T12:00:00Z');
beforeAll(async () => {
  test = await givenApp({}, { jobs: false, now: () => now });
  account = await givenAccount(test);
  await givenShown();
  other = new Database(databaseFile(test.app.config), { timeout: 5000 });
  other.pragma('foreign_keys = on');
});
afterAll(async () => {
  other.close();
  await test.stop();
});

/** Conversations that show every kind of row. */
async function givenShown(): Promise<void> {
  const inbox = await givenInbox(account);
  const agent = await givenAgent(test, account);
  const bot = await givenBot(test, account, inbox.id);
  const team = await givenTeam(account, [account.administrator, agent]);
  await sql`update channels set reply_window_hours = 24`.execute(test.rows());
  const yesterday = now.getTime() - 86_400_000;
  const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
  const withAgent = await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id, team_id: team.id });
  await account.call('POST', `/conversations/${withAgent.id}/assignments`, { assignee_id: agent.id });
  await ask(account, withAgent);
  await givenFile(account, withAgent.id);
  await reply(account, withAgent, {}, agent.token);
  await givenFile(account, withAgent.id);
  const withBot = await givenConversation(account, { inbox_id: inbox.id });
  await sql`update conversations set assignee_bot_id = ${bot.id} where id = ${withBot.id}`.execute(test.rows());
  await reply(account, withBot, {}, bot.token);
  await ask(account, await givenConversation(account, { inbox_id: inbox.id }));
  await sql`insert into presences (account_id, contact_id, online_until)
    select account_id, id, ${yesterday} from contacts`.execute(test.rows());
  await sql`insert into presences (account_id, user_id, online_until)
    select account_id, user_id, ${yesterday} from account_users`.execute(test.rows());
  await sql`update account_users set auto_offline = true, availability = 'online'`.execute(test.rows());
  await sql`update conversations set last_incoming_at = ${yesterday - 1}`.execute(test.rows());
}

const LISTS = ['/conversations?status=all', '/conversations/1', '/contacts', '/conversations/1/messages'] as const;
type List = (typeof LISTS)[number];

async function read(list: List): Promise<string> {
  const answer = await fetch(`${test.url}${account.path}${list}`, {
    headers: { api_access_token: account.administrator.token },
  });
  return `${answer.status} ${await answer.text()}`;
}

/** The list as it is answered, and as it is without kept texts. */
async function readBoth(list: List): Promise<{ kept: string; anew: string }> {
  return { kept: await read(list), anew: await withoutKept(test, () => read(list)) };
}

type Column = { table: string; name: string };

/** Has the list kept whole: the first answer leaves the texts of its things, of which the second is made. */
async function keep(list: List): Promise<void> {
  await read(list);
  await read(list);
}

/** The columns of all tables that the statements of the list name. */
async function columnsOf(list: List): Promise<Column[]> {
  const statements = await statementsDuring(test, () => withoutKept(test, () => read(list)));
  const words = new Set(statements.flatMap((statement) => statement.match(/\w+/g) ?? []));
  const { rows } = await sql<Column>`select s.name as "table", c.name from sqlite_schema s
    join pragma_table_info(s.name) c where s.type = 'table' and s.sql not like 'create virtual%'`.execute(test.rows());
  return rows.filter(({ table }) => words.has(table));
}

/** By how much the keys of rows are changed. */
const MOVED = 100_000;

/** Changes that a column may take, as SQL; the first that the database accepts and that changes anything is made. */
const CHANGES = (column: string) =>
  column === '"id"'
    ? [`id + ${MOVED}`]
    : [
        `case json_valid(${column}) when 1 then json_set(${column}, '$.changed', 1) end`,
        `case when ${column} in (0, 1) then 1 - ${column} end`,
        // A time moves by two days, over the ends of windows.
        `case when typeof(${column}) = 'integer' and ${column} > 1000000000000 then ${column} + 2 * 86400000 end`,
        `case typeof(${column}) when 'integer' then ${column} + 1 end`,
        `case typeof(${column}) when 'integer' then ${column} - 1 end`,
        `case typeof(${column}) when 'text' then ${column} || 'x' end`,
        `case when ${column} is null then 1 end`,
        `case when ${column} is null then 'x' end`,
        `case ${column} when 'open' then 'resolved' when 'low' then 'high' else 'open' end`,
        `(select id from users where id <> ${column} limit 1)`,
        `(select max(id) from contacts)`,
      ];

type Row = { rowid: number; was: unknown };

const rowsOf = ({ table, name }: Column): Row[] =>
  other.prepare<[], Row>(`select rowid as rowid, "${name}" as was from "${table}" order by rowid desc limit 4`).all();

/** The statement of a change that the database accepts; null = there is none. */
function changeOf({ table, name }: Column, { rowid, was }: Row): string | null {
  for (const value of CHANGES(`"${name}"`)) {
    const statement = `update "${table}" set "${name}" = ${value} where rowid = ${rowid}`;
    other.exec('begin immediate');
    try {
      other.exec(statement);
      const key = name === 'id' ? '' : `where rowid = ${rowid}`;
      const changed = other.prepare<[], { is: unknown }>(`select "${name}" as "is" from "${table}" ${key}`).get();
      if (changed && changed.is !== was && changed.is !== null) return statement;
    } catch {
      // The next one.
    } finally {
      other.exec('rollback');
    }
  }
  return null;
}

const describeOnSqlite = onlyOn('sqlite', describe);

describeOnSqlite('a list', () => {
  it.each([
    [
      '/conversations?status=all',
      [
        'agent_bots.name',
        'attachments.filename',
        'account_users.auto_offline',
        'channels.type',
        'presences.online_until',
      ],
      ['contact_inboxes.source_id', 'contacts.name', 'conversations.priority', 'conversations.last_incoming_at'],
      ['messages.content', 'messages.sender_id', 'teams.name', 'users.name'],
    ],
    [
      '/conversations/1',
      ['channels.type', 'contacts.name', 'conversations.priority', 'messages.content', 'teams.name', 'users.name'],
    ],
    [
      '/contacts',
      ['contacts.name', 'presences.online_until', 'contact_inboxes.source_id', 'inboxes.name', 'channels.type'],
    ],
    [
      '/conversations/1/messages',
      ['attachments.filename', 'contacts.name', 'conversations.labels', 'messages.content', 'users.name'],
    ],
  ] as const)(
    'shows each change of each column of each row, by this and by another program: GET %s',
    async (list, ...expected) => {
      const stale: string[] = [];
      const shown = new Set<string>();
      const columns = await columnsOf(list);
      const { anew: before } = await readBoth(list);

      for (const column of columns) {
        for (const row of rowsOf(column)) {
          const change = changeOf(column, row);
          if (change === null) continue;
          await keep(list);
          await sql.raw(change).execute(test.rows());
          const changed = await readBoth(list);
          if (changed.kept !== changed.anew) stale.push(change);
          if (changed.anew !== before) shown.add(`${column.table}.${column.name}`);

          restore(column, row);
          const restored = await readBoth(list);
          if (restored.kept !== restored.anew) stale.push(`restored by another program: ${change}`);
          expect(restored.anew).toBe(before);
        }
      }

      expect(stale).toEqual([]);
      expect([...shown]).toEqual(expect.arrayContaining(expected.flat()));
    },
  );

  it('shows the removal of each row', async () => {
    const stale: string[] = [];
    for (const table of [
      'attachments',
      'messages',
      'team_members',
      'teams',
      'contact_inboxes',
      'presences',
      'contacts',
    ]) {
      const rows = other.prepare<[], { rowid: number }>(`select rowid as rowid from "${table}"`).all();
      for (const { rowid } of rows) {
        for (const list of LISTS) await keep(list);
        await sql.raw(`delete from "${table}" where rowid = ${rowid}`).execute(test.rows());
        for (const list of LISTS) {
          const { kept, anew } = await readBoth(list);
          if (kept !== anew) stale.push(`${table} ${rowid}: ${list}`);
        }
      }
    }

    expect(stale).toEqual([]);
  });
});

/** Takes a change back, by another connection. */
function restore({ table, name }: Column, { rowid, was }: Row): void {
  const restored = other.prepare(`update "${table}" set "${name}" = ? where rowid = ?`);
  restored.run(was, name === 'id' ? rowid + MOVED : rowid);
}
