import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { pathOf } from '../../../src/http/upload.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { formWith } from '../../support/pictures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const csv = (text: string) => formWith('import_file', new TextEncoder().encode(text), {}, 'people.csv');
const jobsOf = (account: TestAccount) =>
  test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).orderBy('id').execute();

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
    ['nothing in it', ''],
    ['no column that it knows', 'color,size\nred,7\n'],
    ['no header row', 'Carla,carla@example.com\n'],
    ['an empty first row', '\nname,email\n'],
    ['quotes that do not end', '"name,email\n'],
    ['bytes that are no text', 'name\u0000,email\n'],
  ])('refuses a file with %s', async (_, text) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/contacts/import', csv(text));

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['import_file']]);
    expect(body.message).toBe(
      'import_file must be a CSV file in UTF-8 whose first row names its columns, among them at least one of identifier, email, phone_number',
    );
    expect(await jobsOf(account)).toEqual([]);
  });

  it('needs a file, and one alone', async () => {
    const account = await givenAccount(test);
    const two = csv('name\nCarla\n');
    two.append('import_file', new Blob(['name\nBob\n']), 'more.csv');

    const none = await account.call('POST', '/contacts/import', {});
    const several = await account.call('POST', '/contacts/import', two);

    expect([none.status, none.body.error, none.body.attributes]).toEqual([422, 'Validation failed', ['import_file']]);
    expect(none.body.message).toBe("import_file can't be blank: send a CSV file as multipart/form-data");
    expect([several.status, several.body.message]).toEqual([422, 'import_file must be one file']);
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
