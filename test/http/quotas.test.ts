import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';
import { formWith } from '../support/files/pictures.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite } from '../support/public/website.ts';

const KB = 1000;
const A_TEXT = { message: { content: 'Hello' } };

/** A form with a message that has one file of so many bytes. */
const fileOf = (bytes: number) =>
  formWith('message[attachments][]', new Uint8Array(bytes).fill(97), { 'message[content]': 'See this' }, 'a.txt');
const teamsFileOf = (bytes: number) =>
  formWith('attachments[]', new Uint8Array(bytes).fill(97), { message_type: 'outgoing' }, 'a.txt');

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

/** The stored files, and those of requests under way. */
const filesIn = (test: TestApp) =>
  ['files', 'uploads'].flatMap((folder) =>
    readdirSync(`${test.app.config.data_dir}/${folder}`, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  );

describe('limits.visitor_bytes_per_hour', () => {
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    test = await givenApp({ 'limits.visitor_bytes_per_hour': String(100 * KB) });
    account = await givenAccount(test);
  });
  afterAll(() => test.stop());

  it('lets a visitor send files up to it, and says when there is room again', async () => {
    const website = await givenWebsite(test, account);
    const [one, two] = [await givenVisitor(website), await givenVisitor(website)];

    const first = await website.call('POST', '/messages', fileOf(60 * KB), one);
    const stored = filesIn(test).length;
    const second = await website.call('POST', '/messages', fileOf(60 * KB), one);
    const read = await website.call('GET', '/messages', undefined, one);
    const other = await website.call('POST', '/messages', A_TEXT, two);

    expect([first.status, second.status, read.status, other.status]).toEqual([201, 429, 200, 201]);
    expect(second.body.message).toMatch(/^one visitor may send 100 kB in an hour; try again in \d+ seconds$/);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(filesIn(test)).toHaveLength(stored);
  });

  it('counts what a visitor announces, and what follows from events', async () => {
    const website = await givenWebsite(test, account);
    const [one, two] = [await givenVisitor(website), await givenVisitor(website)];
    const blob = {
      filename: 'a.txt',
      content_type: 'text/plain',
      byte_size: 60 * KB,
      checksum: 'kAFQmDzST7DWlj99KOF/cg==',
    };
    const say = (letter: string) =>
      website.call('PATCH', '/contact', { custom_attributes: { note: letter.repeat(30 * KB) } }, two);

    const announced = [
      await website.call('POST', '/direct_uploads', { blob }, one),
      await website.call('POST', '/direct_uploads', { blob }, one),
    ];
    // The bodies alone would have 90 kB.
    const told = [await say('a'), await say('b'), await say('c')];

    expect(statusesOf(announced)).toEqual([200, 429]);
    expect([told[0]!.status, told[2]!.status]).toEqual([200, 429]);
  });

  it('is the same for contacts of the Public API', async () => {
    const inbox = await givenPublicInbox(test, account);
    const conversation = await givenConversationOf(inbox, await givenCaller(inbox));
    const send = () =>
      inbox.call(
        'POST',
        `${conversation.path}/messages`,
        formWith('attachments[]', new Uint8Array(60 * KB), {}, 'a.txt'),
      );

    expect(statusesOf([await send(), await send()])).toEqual([201, 429]);
  });

  it('is four times as much for all at one address', async () => {
    const own = await givenApp({ 'limits.visitor_bytes_per_hour': String(10 * KB) });
    const website = await givenWebsite(own, await givenAccount(own));

    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await website.call('POST', '/messages', fileOf(8 * KB)));
    await own.stop();

    expect(answers.at(-1)!.body.message).toMatch(/^all at one address may send 40 kB in an hour/);
    expect([answers[0]!.status, answers.at(-1)!.status]).toEqual([201, 429]);
  });

  it('holds for who opens the chat without being a contact, with the events that follow', async () => {
    const own = await givenApp({ 'limits.visitor_bytes_per_hour': String(5 * KB) });
    const ofOwn = await givenAccount(own);
    const website = await givenWebsite(own, ofOwn);
    const subscriptions = ['webwidget_triggered'];
    await ofOwn.call('POST', '/webhooks', { url: 'https://hooks.example.com/', subscriptions });
    const referer = `https://shop.example.com/${'a'.repeat(1500)}`;
    const open = () => website.call('POST', '/events', { name: 'webwidget.triggered', event_info: { referer } });

    const answers = [];
    // The bodies alone would have 15 kB.
    for (let count = 0; count < 10; count += 1) answers.push(await open());
    const events = await own
      .rows()
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'webwidget_triggered')
      .execute();
    await own.stop();

    expect([answers[0]!.status, answers.at(-1)!.status]).toEqual([200, 429]);
    expect(answers.at(-1)!.body.message).toMatch(/^all at one address may send 20 kB in an hour/);
    expect(events).toHaveLength(answers.filter(({ status }) => status === 200).length);
  });

  it('is not for the team', async () => {
    const conversation = await givenConversation(account);
    const send = () => account.call('POST', `/conversations/${conversation.id}/messages`, teamsFileOf(90 * KB));

    expect(statusesOf([await send(), await send(), await send()])).toEqual([201, 201, 201]);
  });
});

describe('limits.account_bytes', () => {
  it('has an account over it take no more files, and nothing of visitors, while the team goes on', async () => {
    const test = await givenApp({ 'limits.account_bytes': String(500 * KB) });
    const [account, other] = [await givenAccount(test), await givenAccount(test, 'Other')];
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    const conversation = await givenConversation(account);
    const send = (body: unknown) => account.call('POST', `/conversations/${conversation.id}/messages`, body);

    const before = await send(teamsFileOf(600 * KB));
    const file = await send(teamsFileOf(10));
    const visitors = await website.call('POST', '/messages', A_TEXT, visitor);
    const text = await send({ content: 'We go on', message_type: 'outgoing' });
    const others = await givenConversation(other);
    const otherFile = await other.call('POST', `/conversations/${others.id}/messages`, teamsFileOf(10));
    await test.stop();

    expect([before.status, file.status, visitors.status, text.status, otherFile.status]).toEqual([
      201, 507, 507, 201, 201,
    ]);
    expect(file.body).toMatchObject({
      error: 'Insufficient storage',
      message: expect.stringMatching(/^the account has \d+ kB, and its quota \(limits.account_bytes\) is 500 kB: /),
    });
  });
});

describe('limits.reserved_disk', () => {
  it('keeps the rest of the disk for the team', async () => {
    // More than is free on any machine that runs tests.
    const test = await givenApp({ 'limits.reserved_disk': '0.9' });
    const account = await givenAccount(test);
    const website = await givenWebsite(test, account);

    const visitors = await website.call('POST', '/messages', A_TEXT);
    const shown = await website.call('POST', '/config');
    const { id } = await givenConversation(account);
    const team = await account.call('POST', `/conversations/${id}/messages`, teamsFileOf(10));
    await test.stop();

    expect([visitors.status, shown.status, team.status]).toEqual([507, 200, 201]);
    expect(visitors.body.message).toContain('limits.reserved_disk');
  });
});

describe('what a page tells of an event', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp();
  });
  afterAll(() => test.stop());

  it('may have 2,000 characters', async () => {
    const website = await givenWebsite(test, await givenAccount(test));
    const visitor = await givenVisitor(website);
    const tell = (length: number) => {
      const info = { referer: 'x'.repeat(length - '{"referer":""}'.length) };
      return website.call('POST', '/events', { name: 'webwidget.triggered', event_info: info }, visitor);
    };

    const [fits, larger] = [await tell(2000), await tell(2001)];

    expect([fits.status, larger.status]).toEqual([204, 422]);
    expect(larger.body.message).toBe('event_info is too large (maximum is 2000 characters of JSON)');
  });
});

describe('contacts that the Public API makes', () => {
  it('are counted at their address, unless they are known or proved', async () => {
    const test = await givenApp({ 'rate_limit.new_visitors_per_hour': '2' });
    const inbox = await givenPublicInbox(test, await givenAccount(test));
    const make = (contact: object) => inbox.call('POST', '/contacts', contact);

    const answers = [
      await make({ name: 'One', source_id: 'device-1' }),
      await make({ name: 'Two' }),
      await make({ name: 'One again', source_id: 'device-1' }),
      await make({ name: 'Three', source_id: 'device-3' }),
      await make(inbox.proofOf('customer-1')),
    ];
    await test.stop();

    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 201]);
  });
});
