import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, type Website } from '../../support/public/website.ts';

const LIMIT = 4;
const MOST_NEW = 3;

let test: TestApp;
let account: TestAccount;
let website: Website;
beforeAll(async () => {
  test = await givenApp({
    'rate_limit.contact_requests_per_minute': String(LIMIT),
    'rate_limit.new_visitors_per_hour': String(MOST_NEW),
    'rate_limit.visitor_transcripts_per_hour': '1',
  });
  account = await givenAccount(test);
  website = await givenWebsite(test, account);
});
afterAll(() => test.stop());

describe('the limit of a visitor', () => {
  it('counts their own requests, whatever others at the same address ask, and new people by address', async () => {
    const [one, two] = [await givenVisitor(website), await givenVisitor(website)];

    const answers = [];
    for (let count = 0; count <= LIMIT; count += 1) {
      answers.push(await website.call('GET', '/messages', undefined, one));
    }
    const other = await website.call('GET', '/messages', undefined, two);
    const newcomers = [
      await website.call('POST', '/messages', { content: ' ' }),
      await website.call('POST', '/conversations', { message: { content: 'Hello' } }),
      await website.call('POST', '/messages', { content: 'Hello' }),
      await website.call('PATCH', '/contact/set_user', { identifier: 'c-1' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(other.status).toBe(200);
    expect(newcomers.map(({ status }) => status)).toEqual([422, 201, 429, 429]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(MOST_NEW);
    expect((await website.call('POST', '/config')).status).toBe(200);
  });

  it('counts openings by people without a token by address', async () => {
    const elsewhere = await givenApp({ 'rate_limit.new_visitors_per_hour': '1' });
    const site = await givenWebsite(elsewhere, await givenAccount(elsewhere));
    const opened = { name: 'webwidget.triggered', event_info: { referer: 'https://shop.example.com' } };

    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await site.call('POST', '/events', opened)).status);
    }
    await elsewhere.stop();

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  });

  it('counts transcripts, which go to an address that the visitor says is theirs', async () => {
    const elsewhere = await givenApp({ 'rate_limit.visitor_transcripts_per_hour': '1' });
    const its = await givenAccount(elsewhere);
    const site = await givenWebsite(elsewhere, its);
    const visitor = await givenVisitor(site);
    const path = `/conversations/${visitor.message.conversation_id}/messages`;
    await its.call('POST', path, { content: 'Hi', message_type: 'outgoing' });
    await site.call('PATCH', '/contact', { email: 'carla@example.com' }, visitor);

    const answers = [
      await site.call('POST', '/conversations/transcript', undefined, visitor),
      await site.call('POST', '/conversations/transcript', undefined, visitor),
    ];
    await elsewhere.stop();

    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  });
});

describe('who a visitor says to be', () => {
  it('is counted where it is new and not proved, since the answer tells whether the account knows them', async () => {
    const elsewhere = await givenApp({ 'rate_limit.new_visitors_per_hour': '4' });
    const site = await givenWebsite(elsewhere, await givenAccount(elsewhere));
    const visitor = await givenVisitor(site);
    const say = (said: object) => site.call('PATCH', '/contact', said, visitor);

    const answers = [
      await say({ email: 'one@example.com' }),
      await say({ email: 'one@example.com', name: 'The same' }),
      await say({ phone_number: '+4915112345678' }),
      await site.call('PATCH', '/contact/set_user', { identifier: 'c-1' }, visitor),
      await say({ email: 'two@example.com' }),
      await site.call('POST', '/conversations', { contact: { email: 'three@example.com' } }, visitor),
      await site.call('PATCH', '/contact/set_user', site.proofOf('c-1'), visitor),
    ];
    await elsewhere.stop();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429, 200]);
  });
});

describe('files that are announced', () => {
  const blob = { filename: 'a.txt', content_type: 'text/plain', byte_size: 3, checksum: 'kAFQmDzST7DWlj99KOF/cg==' };

  it('are counted by address, for all visitors together, and for the team by account', async () => {
    const elsewhere = await givenApp({ 'rate_limit.uploads_per_hour': '2' });
    const team = await givenAccount(elsewhere);
    const site = await givenWebsite(elsewhere, team);
    const [one, two] = [await givenVisitor(site), await givenVisitor(site)];
    const path = `/conversations/${one.message.conversation_id}/direct_uploads`;

    const visitors = [];
    for (const visitor of [one, two, one]) visitors.push(await site.call('POST', '/direct_uploads', { blob }, visitor));
    const agents = [];
    for (let count = 0; count < 3; count += 1) agents.push(await team.call('POST', path, { blob }));
    await elsewhere.stop();

    expect(visitors.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(agents.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('and sent are refused where the inbox takes none', async () => {
    const elsewhere = await givenApp();
    const site = await givenWebsite(elsewhere, await givenAccount(elsewhere), { selected_feature_flags: [] });
    const visitor = await givenVisitor(site);
    const form = new FormData();
    form.append('message[attachments][]', new File(['abc'], 'a.txt', { type: 'text/plain' }));

    const answers = [
      await site.call('POST', '/direct_uploads', { blob }, visitor),
      await site.call('POST', '/messages', form, visitor),
      await site.call('POST', '/messages', { message: { content: 'Only words' } }, visitor),
    ];
    await elsewhere.stop();

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 201]);
  });
});
