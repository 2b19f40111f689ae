import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../../src/db/transaction.ts';
import { readFile } from 'node:fs/promises';
import { pathOf } from '../../../src/storage/files.ts';
import { insertContact } from '../../../src/resources/contacts/write-contact.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { countLockWaits } from '../../support/database/lock-waits.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { formWith } from '../../support/files/pictures.ts';
import { onlyOn } from '../../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** SQLite has one writer: nobody comes between there. */
const csv = (text: string) => formWith('import_file', new TextEncoder().encode(text), {}, 'people.csv');
const jobsOf = (account: TestAccount) =>
  test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).orderBy('id').execute();

/** Adds a contact in a transaction that stays open until `commit`: another that adds the same one waits for it, in vain. */
async function adding(account: TestAccount, email: string): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const input = { name: undefined, email, phoneNumber: undefined, identifier: undefined, blocked: undefined };
  const rest = { customAttributes: {}, additionalAttributes: {}, avatar: null, avatarUrl: null };
  const added = inTransaction(test.app.tx(), async (tx) => {
    await insertContact(tx, { id: account.id, name: '' }, { ...input, ...rest }, new Date());
    begun.resolve();
    await commit.promise;
  });
  await Promise.race([begun.promise, added]);
  return () => {
    commit.resolve();
    return added;
  };
}

const NAMES = 'which must name the columns, among them at least one of identifier, email, phone_number';
const QUOTES = 'has quotes in its first row that do not end there, or begin within a cell';

describe('POST contacts/import', () => {
  it('keeps the file, and queues the work, before it answers', async () => {
    const account = await givenAccount(test);
    const text = 'name,email\nCarla,carla@example.com\n';

    const answer = await account.call('POST', '/contacts/import', csv(text));

    expect([answer.status, answer.text]).toEqual([200, '']);
    const [job, ...more] = await jobsOf(account);
    expect(more).toEqual([]);
    expect(job).toMatchObject({
      kind: 'import_contacts',
      payload: { filename: 'people.csv', file_size: text.length, user_id: account.administrator.id },
    });
    const { key } = job!.payload as { key: string };
    expect(await readFile(pathOf(test.app.config.data_dir, key), 'utf8')).toBe(text);
  });

  it.each([
    ['with a byte order mark', '\uFEFFName,Email\r\nCarla,c@example.com\r\n'],
    ['in quotes', '"phone_number","company, or none"\n+4930123456,Acme\n'],
    ['among unknown columns', 'color;size,identifier\nred,7\n'],
    ['and nothing else', 'email'],
  ])('takes a header row %s', async (_, text) => {
    const account = await givenAccount(test);

    expect((await account.call('POST', '/contacts/import', csv(text))).status).toBe(200);
  });

  it.each([
    ['nothing in it', '', 'has nothing in its first row, which must name the columns'],
    ['no column that it knows', 'color,size\nred,7\n', `has the first row "color", "size", ${NAMES}`],
    ['no header row', 'Carla,c@example.com\n', `has the first row "Carla", "c@example.com", ${NAMES}`],
    ['an empty first row', '\nname,email\n', 'has nothing in its first row, which must name the columns'],
    ['quotes that do not end', '"name,email\n', QUOTES],
    [
      'very many columns',
      `email${',c'.repeat(10_000)}\n`,
      'has more than 10,000 columns: leave out what is not needed',
    ],
    ['bytes that are no text', 'long name\u0000,email\n', 'is no text: its first row has bytes that are zero'],
  ])('refuses a file with %s', async (_, text, problem) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/contacts/import', csv(text));

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['import_file']]);
    expect(body.message).toBe(`import_file ${problem}`);
    expect(await jobsOf(account)).toEqual([]);
  });

  it('needs exactly one file', async () => {
    const account = await givenAccount(test);
    const two = csv('name\nCarla\n');
    two.append('import_file', new Blob(['name\nBob\n']), 'more.csv');

    const none = await account.call('POST', '/contacts/import', {});
    const several = await account.call('POST', '/contacts/import', two);

    expect([none.status, none.body.error, none.body.attributes]).toEqual([422, 'Validation failed', ['import_file']]);
    expect(none.body.message).toBe("import_file can't be blank: send a CSV file as multipart/form-data");
    expect([several.status, several.body.message]).toEqual([422, 'import_file must be one file']);
  });

  onlyOn('postgresql', it)('imports every row while others add the same contacts', async () => {
    const account = await givenAccount(test);
    const emails = [1, 2, 3, 4, 5, 6].map((n) => `c${n}@example.com`);
    const others = await Promise.all(emails.map((email) => adding(account, email)));

    await account.call('POST', '/contacts/import', csv(['email,city', ...emails.map((e) => `${e},Bonn`)].join('\n')));
    for (const commit of others) {
      await eventually(
        () => countLockWaits(test),
        (count) => count > 0,
      );
      await commit();
    }

    const [job] = await eventually(
      async () => (await jobsOf(account)).filter(({ kind }) => kind === 'import_contacts'),
      ([job]) => job!.status !== 'pending',
    );
    expect([job!.status, job!.last_error]).toEqual(['done', null]);
    const contacts = test.rows().selectFrom('contacts').select('city').where('account_id', '=', account.id);
    expect((await contacts.execute()).map(({ city }) => city)).toEqual(emails.map(() => 'Bonn'));
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const answer = await account.call('POST', '/contacts/import', csv('name\nCarla\n'), { token: agent.token });

    expect([answer.status, answer.body.error]).toEqual([403, 'Access denied']);
    expect(await jobsOf(account)).toEqual([]);
  });
});

describe('POST contacts/export', () => {
  it('queues the work, with the usual columns and all contacts', async () => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/contacts/export', {});

    expect([answer.status, answer.text]).toEqual([200, '']);
    const [job] = await jobsOf(account);
    expect(job).toMatchObject({
      kind: 'export_contacts',
      payload: {
        column_names: ['id', 'name', 'email', 'phone_number', 'labels'],
        conditions: [],
        label: null,
        user_id: account.administrator.id,
      },
    });
  });

  const condition = { attribute_key: 'name', filter_operator: 'contains', values: ['carla'] };

  it.each([
    ['a list', [condition]],
    ['one condition', condition],
    ['an object that has the list', { payload: [condition] }],
    ['an object of them', { 0: condition }],
  ])('takes conditions as %s', async (_, payload) => {
    const account = await givenAccount(test);

    const { status } = await account.call('POST', '/contacts/export', {
      column_names: ['email', 'id'],
      payload,
      label: 'vip',
    });

    expect(status).toBe(200);
    const [job] = await jobsOf(account);
    expect(job!.payload).toMatchObject({ column_names: ['email', 'id'], conditions: [condition], label: 'vip' });
  });

  it.each([
    [{ column_names: ['name', 'password'] }, 'column_names[1]'],
    [{ column_names: 'name' }, 'column_names'],
    [{ payload: 'name' }, 'payload'],
    [{ payload: [1] }, 'payload'],
    [{ payload: [{ ...condition, comment: 'U+0000 is \u0000' }] }, 'payload'],
    [{ payload: [{ ...condition, comment: 'x'.repeat(100_001) }] }, 'payload'],
    [{ payload: [{ ...condition, attribute_key: 'shoe_size' }] }, 'shoe_size'],
    [{ payload: [{ ...condition, filter_operator: 'resembles' }] }, 'contains'],
    [{ payload: Array.from({ length: 101 }, () => condition) }, 'payload'],
  ])('refuses %#: %j', async (body, hint) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/contacts/export', body);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain(hint);
    expect(await jobsOf(account)).toEqual([]);
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const answer = await account.call('POST', '/contacts/export', {}, { token: agent.token });

    expect([answer.status, answer.body.error]).toEqual([403, 'Access denied']);
  });
});
