import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '../../src/db/dialect.ts';
import { entities } from '../../src/entities/all.ts';
import { HOUR } from '../../src/time.ts';
import { givenApp } from '../support/app.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenFile } from '../support/factories.ts';
import { runParley, serveParley } from '../support/parley.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

const accounts = (...args: string[]) => runParley(['accounts', ...args], place);

/** The tables whose rows say to which account they belong. */
const tablesOfAccounts = entities
  .map(({ meta }) => meta)
  .filter(({ properties }) => 'account' in properties || 'accountId' in properties)
  .map(({ tableName }) => tableName as 'contacts');

/** The rows of all tables that belong to an account, by table; none of tables without any. */
function rowsOf(id: number): Promise<Record<string, number>> {
  return withRows(place, async (rows) => {
    const counted = await Promise.all(
      tablesOfAccounts.map(async (table) => {
        const found = await rows.selectFrom(table).select('account_id').where('account_id', '=', id).execute();
        return [table, found.length] as const;
      }),
    );
    const own = await rows.selectFrom('accounts').select('id').where('id', '=', id).execute();
    return Object.fromEntries([...counted, ['accounts', own.length]].filter(([, count]) => count !== 0));
  });
}

/** An account with a conversation and a file in it, made while no server runs. */
async function givenFull(name: string) {
  const server = await givenApp({}, { place });
  const account = await givenAccount(server, name);
  const conversation = await givenConversation(account);
  await givenFile(account, conversation.id);
  const label = { body: { title: 'vip' }, headers: { 'idempotency-key': 'once' } };
  await account.call('POST', '/labels', label.body, { headers: label.headers });
  await server.stop();
  return account;
}

const files = () =>
  readdirSync(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

const pathsOf = () => files().map(({ parentPath, name }) => join(parentPath, name));

describe('parley accounts list', () => {
  it('shows the accounts with what they have', async () => {
    const account = await givenFull('Listed');

    const { stdout } = await accounts('list', '--json');
    const { stdout: words } = await accounts('list');

    const shown = { members: 1, inboxes: 1, contacts: 1, conversations: 1 };
    expect(JSON.parse(stdout)).toEqual([
      { id: account.id, name: 'Listed', status: 'active', ...shown, created_at: expect.any(String) },
    ]);
    expect(words).toBe(`${account.id}  Listed  members: 1, inboxes: 1, contacts: 1, conversations: 1\n`);
  });
});

describe('parley accounts suspend and resume', () => {
  it('close an account of the running server, and open it again', async () => {
    const { id, token } = await givenAccountIn(place, 'suspended@example.com');
    const server = await serveParley(place);
    const ask = async (path: string) => fetch(`${server.url}${path}`, { headers: { api_access_token: token } });
    const statuses = async () => [(await ask(`/api/v1/accounts/${id}`)).status, (await ask('/api/v1/profile')).status];

    const before = await statuses();
    const suspended = await accounts('suspend', String(id), '--json');
    const during = await statuses();
    const listed = await accounts('list');
    const resumed = await accounts('resume', String(id));
    const after = await statuses();
    await server.stop();

    expect(JSON.parse(suspended.stdout)).toEqual({ id, name: 'Acme', status: 'suspended' });
    expect(listed.stdout).toContain(`${id}  Acme (suspended)  `);
    expect(resumed.stdout).toBe(`Account ${id}, Acme, is open again.\n`);
    expect([before, during, after]).toEqual([
      [200, 200],
      [401, 200],
      [200, 200],
    ]);
  });
});

describe('an account that is being deleted', () => {
  it('is not shown, and cannot be opened again', async () => {
    const { id } = await givenAccountIn(place, 'leaving@example.com');
    const leaving = { status: 'suspended', deleted_at: new Date() } as const;
    await withRows(place, (rows) => rows.updateTable('accounts').set(leaving).where('id', '=', id).execute());

    const resumed = await accounts('resume', String(id));
    const deleted = await accounts('delete', String(id), '--yes');
    const { stdout } = await accounts('list', '--json');

    expect([resumed, deleted].map(({ code, stderr }) => [code, stderr])).toEqual(
      Array(2).fill([1, expect.stringContaining('Account not found')]),
    );
    expect(JSON.parse(stdout).map((account: { id: number }) => account.id)).not.toContain(id);
  });
});

describe('parley accounts delete', () => {
  it('knows the tables from the entities', () => {
    expect(tablesOfAccounts).toEqual(expect.arrayContaining(['messages', 'events', 'idempotent_requests', 'jobs']));
  });

  it('says what the account has, and removes its rows and files, without a server', async () => {
    const account = await givenFull('Doomed');
    const kept = await givenFull('Kept');
    const [keptRows, filesBefore] = [await rowsOf(kept.id), files().length];

    const { code, stdout, stderr } = await accounts('delete', String(account.id), '--yes', '--json');

    expect([code, stderr]).toEqual([
      0,
      `Account ${account.id}, Doomed  members: 1, inboxes: 1, contacts: 1, conversations: 1, messages: 1, files: 1\n`,
    ]);
    const had = { members: 1, inboxes: 1, contacts: 1, conversations: 1, messages: 1, files: 1 };
    expect(JSON.parse(stdout)).toEqual({ id: account.id, name: 'Doomed', status: 'deleted', ...had });
    expect([await rowsOf(account.id), await rowsOf(kept.id)]).toEqual([{}, keptRows]);
    expect(files().length).toBeLessThan(filesBefore);
    expect((await accounts('list')).stdout).not.toContain('Doomed');
    const user = await withRows(place, (rows) =>
      rows.selectFrom('users').select('id').where('id', '=', account.administrator.id).execute(),
    );
    expect(user).toHaveLength(1);
  });

  it('does not wait for what removes other accounts', async () => {
    const account = await givenFull('Doomed');
    const later = new Date(Date.now() + HOUR);
    const job = { payload: json({ keys: [] }), created_at: later, due_at: later, last_error: 'the disk is full' };
    const jobs = [
      { ...job, kind: 'remove_files' },
      { ...job, kind: 'remove_files', payload: json({ keys: [], account_id: account.id + 1 }) },
      { ...job, kind: 'delete_account', payload: json({ account_id: account.id + 1 }) },
    ];
    await withRows(place, (rows) => rows.insertInto('jobs').values(jobs).execute());

    const { code, stderr } = await accounts('delete', String(account.id), '--yes', '--json');

    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Account .*\n$/)]);
    expect(await rowsOf(account.id)).toEqual({});
    await withRows(place, (rows) => rows.deleteFrom('jobs').where('created_at', '=', later).execute());
  });

  it('says why its own files cannot be removed', async () => {
    const before = new Set(pathsOf());
    const account = await givenFull('Stuck');
    const [file = ''] = pathsOf().filter((path) => !before.has(path));
    // What is a folder with something in it cannot be removed as a file.
    rmSync(file);
    mkdirSync(join(file, 'inside'), { recursive: true });

    const { code, stderr } = await accounts('delete', String(account.id), '--yes');

    rmSync(file, { recursive: true });
    expect([code, stderr]).toEqual([1, expect.stringContaining('not all of it could be removed')]);
  });

  it('does so beside a running server, which refuses the members at once', async () => {
    const account = await givenFull('Served');
    const server = await serveParley(place);
    const show = () =>
      fetch(`${server.url}${account.path}`, { headers: { api_access_token: account.administrator.token } });
    const before = (await show()).status;

    const { code } = await accounts('delete', String(account.id), '--yes');

    expect([before, code, (await show()).status]).toEqual([200, 0, 404]);
    await eventually(
      () => rowsOf(account.id),
      (rows) => Object.keys(rows).length === 0,
    );
    await server.stop();
  });

  it.each([
    [['delete', '999', '--yes'], 1, 'Account not found'],
    [['suspend', '999'], 1, 'Account not found'],
    [['resume', '999'], 1, 'Account not found'],
    [['delete', 'one'], 2, 'must be a number'],
    [['delete'], 2, "missing required argument 'id'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await accounts(...args);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('asks for the name on a terminal alone, and else does nothing without --yes', async () => {
    const { id } = await givenAccountIn(place, 'asked@example.com');

    const { code, stdout, stderr } = await accounts('delete', String(id));

    expect([code, stdout, stderr.split('\n')]).toEqual([
      2,
      '',
      [
        expect.stringContaining(`Account ${id}, Acme`),
        'parley: there is no terminal on which to ask: --yes deletes it without asking',
        '',
      ],
    ]);
    expect(await rowsOf(id)).toMatchObject({ accounts: 1, account_users: 1 });
  });
});
