import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenContact, type TestAccount } from '../support/factories.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';
import { wakeOften } from '../support/time/wake-often.ts';

let server: MailServer;
let test: TestApp;
let sleepAgain: () => void;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    'mail.smtp_url': server.url,
    'mail.from': 'support@acme.example',
    'mail.retry_seconds': '0.2',
  });
  sleepAgain = wakeOften(test);
});
afterAll(async () => {
  sleepAgain();
  await test.stop();
  await server.stop();
});

/** Asks for an export, and gives the mail that the administrator gets, with the bytes of the files in it. */
async function exported(account: TestAccount, body: object = {}) {
  const { status } = await account.call('POST', '/contacts/export', body);
  expect(status).toBe(200);
  const [mail] = await server.mailsTo(account.administrator.email);
  const files = mail!.email.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
  return { email: mail!.email, files };
}

/** As `exported`, the rows of the attached file. */
async function rowsExported(account: TestAccount, body: object = {}): Promise<string[][]> {
  const { files } = await exported(account, body);
  return parse(files[0]!, { bom: true });
}

const link = (text: string) => new URL(/https?:\S+/.exec(text)![0]);
/** The same file, where this test's server is. */
const fetched = (url: URL) => fetch(`${test.url}${url.pathname}`);

const LARGE = 'x'.repeat(90_000);
/** An account with more contacts than a mail takes. */
async function givenLargeAccount() {
  const account = await givenAccount(test);
  const now = new Date();
  const contacts = Array.from({ length: 120 }, (_, index) => ({
    account_id: account.id,
    name: `Contact ${index}`,
    custom_attributes: '{}' as never,
    additional_attributes: JSON.stringify({ text: LARGE }) as never,
    created_at: now,
    updated_at: now,
  }));
  await test.rows().insertInto('contacts').values(contacts).execute();
  return account;
}

describe('an export of contacts', () => {
  it('comes as a file attached to a mail, with the usual columns', async () => {
    const account = await givenAccount(test, 'Acme & Sons');
    const carla = await givenContact(account, { name: 'Carla, "C"', email: 'carla@example.com' });
    const bob = await givenContact(account, { name: 'Bób\nBest', phone_number: '+4930123456' });
    await account.call('POST', `/contacts/${carla.id}/labels`, { labels: ['vip', 'berlin'] });

    const { email, files } = await exported(account);

    expect(email).toMatchObject({
      subject: 'Your export of contacts is ready',
      from: { address: 'support@acme.example' },
    });
    expect(email.to).toEqual([expect.objectContaining({ address: account.administrator.email })]);
    expect(email.text).toContain('2 contacts of Acme & Sons are in the attached file.');
    expect(email.text).not.toContain('http');
    expect(email.attachments).toMatchObject([
      { filename: expect.stringMatching(/^contacts-\d{4}-\d\d-\d\d\.csv$/), mimeType: 'text/csv' },
    ]);
    expect(files[0]!.toString('utf8')).toBe(
      [
        '\uFEFFid,name,email,phone_number,labels',
        `${carla.id},"Carla, ""C""",carla@example.com,,"vip,berlin"`,
        `${bob.id},"Bób\nBest",,'+4930123456,`,
        '',
      ].join('\n'),
    );
  });

  it('has the columns that were asked for, in their order', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, {
      name: 'Carla',
      identifier: 'c-1',
      blocked: true,
      custom_attributes: { size: 38 },
      additional_attributes: { company_name: 'Acme', city: 'Berlin', country: 'DE' },
    });
    const columns = ['blocked', 'identifier', 'company_name', 'city', 'country', 'custom_attributes'];
    const more = ['additional_attributes', 'last_activity_at', 'created_at', 'updated_at', 'id'];

    const [header, row, ...rest] = await rowsExported(account, { column_names: [...columns, ...more] });

    expect(header).toEqual([...columns, ...more]);
    expect(rest).toEqual([]);
    expect(row!.slice(0, 6)).toEqual(['true', 'c-1', 'Acme', 'Berlin', 'DE', '{"size":38}']);
    expect(JSON.parse(row![6]!)).toEqual({ company_name: 'Acme', city: 'Berlin', country: 'DE' });
    const { created_at, updated_at } = await test
      .rows()
      .selectFrom('contacts')
      .select(['created_at', 'updated_at'])
      .where('id', '=', contact.id)
      .executeTakeFirstOrThrow();
    expect(row!.slice(7)).toEqual(['', created_at.toISOString(), updated_at.toISOString(), String(contact.id)]);
  });

  it('has no cell that a spreadsheet would read as a formula', async () => {
    const account = await givenAccount(test);
    const names = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "'quoted'", 'a=1', '5-1'];
    for (const name of names) await givenContact(account, { name });

    const [, ...rows] = await rowsExported(account, { column_names: ['name'] });

    expect(rows.flat()).toEqual(
      ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1"]
        .map((name) => `'${name}`)
        .concat("'quoted'", 'a=1', '5-1'),
    );
  });

  it('has only contacts that meet the conditions, have the label, and are of the account', async () => {
    const other = await givenAccount(test);
    await givenContact(other, { name: 'Carla Elsewhere' });
    const account = await givenAccount(test);
    for (const name of ['Carla', 'Carla Two', 'Bob']) {
      const { id } = await givenContact(account, { name });
      if (name !== 'Carla Two') await account.call('POST', `/contacts/${id}/labels`, { labels: ['vip'] });
    }
    const payload = [{ attribute_key: 'name', filter_operator: 'contains', values: ['carla'] }];
    const namesIn = async (mail: Promise<string[][]>) => (await mail).slice(1).flat();

    const filtered = await namesIn(rowsExported(account, { column_names: ['name'], payload }));
    server.arrived.length = 0;
    const labelled = await namesIn(rowsExported(account, { column_names: ['name'], label: 'VIP' }));
    server.arrived.length = 0;
    const both = await namesIn(rowsExported(account, { column_names: ['name'], payload, label: 'vip' }));
    server.arrived.length = 0;
    const labels = (filter_operator: string) => ({ attribute_key: 'labels', filter_operator, values: ['vip', 'new'] });
    const isLabelled = await namesIn(
      rowsExported(account, {
        column_names: ['name'],
        payload: [{ ...labels('equal_to'), query_operator: 'and' }, ...payload],
      }),
    );
    server.arrived.length = 0;
    const isNotLabelled = await namesIn(
      rowsExported(account, { column_names: ['name'], payload: [labels('not_equal_to')] }),
    );
    server.arrived.length = 0;
    const none = await namesIn(rowsExported(account, { column_names: ['name'], label: 'none' }));

    expect([isLabelled, isNotLabelled]).toEqual([['Carla'], ['Carla Two']]);
    expect([filtered, labelled, both, none]).toEqual([['Carla', 'Carla Two'], ['Carla', 'Bob'], ['Carla'], []]);
  });

  it.each([1, 199, 200, 201, 400, 1001])('has each of %i contacts once', async (count) => {
    const account = await givenAccount(test);
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7));
    const contacts = Array.from({ length: count }, (_, index) => ({
      account_id: account.id,
      name: `Contact ${index}`,
      custom_attributes: '{}' as never,
      additional_attributes: '{}' as never,
      created_at: at(index),
      updated_at: at(index),
    }));
    for (let start = 0; start < count; start += 500) {
      await test
        .rows()
        .insertInto('contacts')
        .values(contacts.slice(start, start + 500))
        .execute();
    }

    const [, ...rows] = await rowsExported(account, { column_names: ['name'] });

    expect(rows.flat()).toEqual(contacts.map(({ name }) => name));
  });

  it('is sent as a link, which expires, when it is too large for a mail', async () => {
    const account = await givenLargeAccount();

    const { email } = await exported(account, { column_names: ['name', 'additional_attributes'] });

    expect(email.attachments).toEqual([]);
    expect(email.text).toContain('120 contacts of Acme: fetch the file until ');
    const url = link(email.text!);
    expect(email.html).toContain(url.href);
    const answer = await fetched(url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="contacts-.*\.csv"$/),
    ]);
    const rows: string[][] = parse(await answer.text(), { bom: true });
    expect(rows).toHaveLength(121);
    expect(rows[120]).toEqual(['Contact 119', JSON.stringify({ text: LARGE })]);
    await test
      .rows()
      .updateTable('downloads')
      .set({ expires_at: new Date() })
      .where('account_id', '=', account.id)
      .execute();
    expect((await fetched(url)).status).toBe(404);
  });

  it('is not mailed to a user who has left the account meanwhile', async () => {
    const account = await givenAccount(test);
    await server.leave();
    await account.call('POST', '/contacts/export', {});
    const mailJob = () =>
      test
        .rows()
        .selectFrom('jobs')
        .selectAll()
        .where('account_id', '=', account.id)
        .where('kind', '=', 'export_ready')
        .executeTakeFirst();
    await eventually(mailJob, (job) => typeof job?.last_error === 'string');

    await test.rows().deleteFrom('account_users').where('account_id', '=', account.id).execute();
    await eventually(mailJob, (job) => job?.status === 'done');
    await server.comeBack();

    expect(server.arrived.filter(({ to }) => to.includes(account.administrator.email))).toEqual([]);
  });

  it('is not made for a user who has left before', async () => {
    const account = await givenAccount(test);
    const [member] = await test
      .rows()
      .selectFrom('account_users')
      .select('user_id')
      .where('account_id', '=', account.id)
      .execute();
    await test.rows().deleteFrom('account_users').where('account_id', '=', account.id).execute();
    const payload = { column_names: ['name'], conditions: [], label: null, user_id: member!.user_id };
    const { id } = await test
      .rows()
      .insertInto('jobs')
      .values({
        kind: 'export_contacts',
        account_id: account.id,
        payload: JSON.stringify(payload) as never,
        due_at: new Date(),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    await eventually(
      () => test.rows().selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst(),
      (job) => job?.status === 'done',
    );

    const downloads = await test
      .rows()
      .selectFrom('downloads')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(downloads).toEqual([]);
  });
});
