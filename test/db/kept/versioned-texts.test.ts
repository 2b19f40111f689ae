import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { VersionedTexts } from '../../../src/db/kept/versioned-texts.ts';
import { notePresence } from '../../../src/presence/note-presence.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, reply } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { withoutKept } from '../../support/database/without-kept.ts';
import { onlyIf, onlyOn } from '../../support/only.ts';
import { isOn } from '../../support/runner/switches.ts';
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

const LIST = '/conversations?status=all';
const NOW = new Date('2026-11-20T12:00:00Z');
const YESTERDAY = new Date(NOW.getTime() - 86_400_000);

onlyOn('postgresql', describe)('a list of conversations on PostgreSQL', () => {
  let place: Place;
  let test: TestApp;
  let account: TestAccount;
  /** Another program. */
  let other: pg.Client;
  beforeAll(async () => {
    place = await givenPlace();
    test = await givenApp({}, { jobs: false, now: () => NOW, place });
    account = await givenAccount(test);
    await givenShown();
    other = new pg.Client(place.databaseUrl);
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await test?.stop();
    await place?.remove();
  });

  /** Conversations that show every kind of row. */
  async function givenShown(): Promise<void> {
    const inbox = await givenInbox(account);
    const agent = await givenAgent(test, account);
    const bot = await givenBot(test, account, inbox.id);
    const team = await givenTeam(account, [account.administrator, agent]);
    const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
    const withAgent = await givenConversation(account, {
      inbox_id: inbox.id,
      contact_id: contact.id,
      team_id: team.id,
    });
    await account.call('POST', `/conversations/${withAgent.id}/assignments`, { assignee_id: agent.id });
    await reply(account, withAgent, {}, agent.token);
    await givenFile(account, withAgent.id);
    const withBot = await givenConversation(account, { inbox_id: inbox.id });
    await reply(account, withBot, {}, bot.token);
    const rows = test.rows();
    await rows
      .updateTable('conversations')
      .set({ assignee_bot_id: bot.id })
      .where('display_id', '=', withBot.id)
      .execute();
    await ask(account, await givenConversation(account, { inbox_id: inbox.id }));
    await rows.updateTable('channels').set({ reply_window_hours: 24 }).execute();
    const people = { accountId: account.id, userIds: [agent.id], contactIds: [contact.id] };
    await notePresence(test.app.tx(), people, YESTERDAY);
    const online = { auto_offline: true, availability: 'online' } as const;
    await rows.updateTable('account_users').set(online).execute();
    await rows
      .updateTable('conversations')
      .set({ last_incoming_at: new Date(YESTERDAY.getTime() - 1) })
      .execute();
  }

  // Not `call`: changes make values that the document of the API does not have.
  const read = async (app = test) => {
    const headers = { api_access_token: account.administrator.token };
    const answer = await fetch(`${app.url}${account.path}${LIST}`, { headers });
    return `${answer.status} ${(await answer.text()).replaceAll(app.url, '')}`;
  };
  const anew = (app = test) => withoutKept(app, () => read(app));
  /** So that its texts are kept, and looked at together with its keys. */
  const readUntilKept = async (app = test) => {
    for (let times = 0; times < 3; times += 1) await read(app);
  };

  onlyIf(isOn('KEPT_TEXTS'), it)('is read with its keys and what has changed alone, where nothing has', async () => {
    await readUntilKept();

    const statements = await statementsDuring(test, () => read());

    // The token, the counts, the keys, the versions.
    expect(statements).toHaveLength(4);
    expect(await read()).toBe(await anew());
  });

  type Column = { table: string; name: string; type: string; isNullable: boolean };
  type Row = { id: number; was: unknown };

  /** The columns of all tables that the statements of the list name. */
  async function columnsOfList(): Promise<Column[]> {
    const statements = await statementsDuring(test, () => anew());
    const words = new Set(statements.flatMap((statement) => statement.match(/\w+/g) ?? []));
    const { rows } =
      await other.query<Column>(`select c.table_name as table, c.column_name as name, c.data_type as type,
        c.is_nullable = 'YES' as "isNullable" from information_schema.columns c
      where c.table_schema = 'public' and exists (select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'id')`);
    return rows.filter(({ table, name }) => words.has(table) && name !== 'id');
  }

  /** Changes that a column may take, as SQL; the first that the database accepts and that changes anything is made. */
  function changesOf(name: string, type: string): string[] {
    if (type === 'boolean') return [`not "${name}"`, 'true'];
    if (type.startsWith('timestamp')) return [`"${name}" + interval '2 days'`, 'now()'];
    if (type === 'jsonb') return [`jsonb_set("${name}", '{changed}', '1')`, `'["changed"]'`, `'{"changed": 1}'`];
    if (type === 'uuid') return ['gen_random_uuid()'];
    if (type === 'integer' || type === 'bigint' || type === 'smallint') {
      return [`"${name}" + 1`, `"${name}" - 1`, '1', `(select max(id) from contacts)`, 'null'];
    }
    return [
      `case "${name}" when 'open' then 'resolved' when 'low' then 'high' end`,
      `"${name}" || 'x'`,
      `'x'`,
      `'high'`,
    ];
  }

  /** The statement of a change that the database accepts; null = there is none. */
  async function changeOf({ table, name, type }: Column, { id, was }: Row): Promise<string | null> {
    for (const value of changesOf(name, type)) {
      const statement = `update "${table}" set "${name}" = ${value} where id = ${id}`;
      await other.query('begin');
      try {
        await other.query(statement);
        const { rows } = await other.query(`select to_jsonb("${name}") as "is" from "${table}" where id = ${id}`);
        if (JSON.stringify(rows[0].is) !== JSON.stringify(was)) return statement;
      } catch {
        // The next one.
      } finally {
        await other.query('rollback');
      }
    }
    return null;
  }

  it('shows each change of each column of each row, by this and by another program', async () => {
    const stale: string[] = [];
    const shown = new Set<string>();
    await readUntilKept();
    const before = await anew();

    for (const column of await columnsOfList()) {
      const { table, name } = column;
      const of = `select id, to_jsonb("${name}") as was from "${table}" order by id desc limit 4`;
      for (const row of (await other.query<Row>(of)).rows) {
        const change = await changeOf(column, row);
        if (change === null) continue;
        await other.query(
          `create temporary table kept as select "${name}" as was from "${table}" where id = ${row.id}`,
        );
        await sql.raw(change).execute(test.rows());
        const [kept, made] = [await read(), await anew()];
        if (kept !== made) stale.push(change);
        if (made !== before) shown.add(`${table}.${name}`);

        await other.query(`update "${table}" set "${name}" = (select was from kept) where id = ${row.id}`);
        await other.query('drop table kept');
        if ((await read()) !== before) stale.push(`restored by another program: ${change}`);
      }
    }

    expect(stale).toEqual([]);
    expect([...shown]).toEqual(
      expect.arrayContaining([
        'account_users.auto_offline',
        'agent_bots.name',
        'attachments.filename',
        'channels.type',
        'contacts.name',
        'conversations.last_incoming_at',
        'conversations.priority',
        'messages.content',
        'messages.sender_id',
        'presences.online_until',
        'teams.name',
        'users.name',
      ]),
    );
  });

  it('shows what others have committed, not what they write or take back', async () => {
    await readUntilKept();
    const before = await anew();

    await other.query('begin');
    await other.query(`update contacts set name = 'Nobody yet'`);
    const during = await read();
    await other.query('rollback');
    const afterwards = await read();
    await other.query('begin');
    await other.query('savepoint inner_one');
    await other.query(`update contacts set name = 'Somebody'`);
    await other.query('release inner_one');
    const written = await read();
    await other.query('commit');

    expect([during, afterwards, written]).toEqual([before, before, before]);
    expect(await read()).toBe(await anew());
    expect(await read()).toContain('Somebody');
  });

  it('shows what another server has changed, also behind a pooler in transaction mode', async () => {
    const settings = { 'database.named_statements': 'false' };
    const second = await givenApp(settings, { jobs: false, now: () => NOW, place });
    try {
      for (const app of [test, second]) await readUntilKept(app);
      for (let round = 1; round <= 5; round += 1) {
        const [writer, reader] = round % 2 ? [test, second] : [second, test];
        const body = { content: `round ${round}`, message_type: 'outgoing' };
        await writer.request('POST', `${account.path}/conversations/${1 + (round % 3)}/messages`, {
          token: account.administrator.token,
          body,
        });

        const [written, kept] = [await read(writer), await read(reader)];

        expect(kept).toContain(`round ${round}`);
        expect([written, kept]).toEqual([await anew(writer), await anew(reader)]);
      }
    } finally {
      await second.stop();
    }
  });

  it('shows a row that was removed and put back with other values', async () => {
    await readUntilKept();
    for (const table of ['attachments', 'team_members']) {
      await other.query(`create temporary table removed as select * from "${table}"`);
      await other.query(`delete from "${table}"`);
      expect(await read()).toBe(await anew());
      await other.query(`insert into "${table}" select * from removed`);
      await other.query('drop table removed');
      expect(await read()).toBe(await anew());
    }
  });

  onlyIf(isOn('KEPT_TEXTS'), it)('does not keep what it reads of a server that was another one before', async () => {
    await readUntilKept();
    const texts = test.app.orm.database.texts as VersionedTexts;
    expect(texts.forgetUnlessOf('another server')).toBe(false);

    expect(await read()).toBe(await anew());
  });

  it('is made anew by itself where many read it while it is written', async () => {
    await readUntilKept();
    const work = Array.from({ length: 60 }, (_, index) =>
      index % 6 === 0 ? ask(account, { id: 1 + (index % 3) }) : read(),
    );
    await Promise.all(work);

    expect(await read()).toBe(await anew());
  });
});
