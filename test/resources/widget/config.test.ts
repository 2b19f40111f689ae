import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite } from '../../support/public/website.ts';
import { readVisitorToken, visitorToken } from '../../../src/records/public/visitor-token.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const contactsIn = (of: TestAccount) =>
  test.rows().selectFrom('contacts').select('id').where('account_id', '=', of.id).execute();

describe('POST config', () => {
  it('shows the settings of the inbox, and makes no contact', async () => {
    const own = await givenAccount(test);
    const website = await givenWebsite(
      test,
      own,
      { welcome_title: 'Hi', widget_color: '#112233', reply_time: 'in_a_day' },
      { working_hours_enabled: true, out_of_office_message: 'Back at nine', timezone: 'Asia/Kolkata' },
    );
    const bot = await givenBot(test, own, website.id);

    const { status, body } = await website.call('POST', '/config');

    expect([status, body.contact]).toEqual([200, null]);
    expect(body.website_channel_config).toMatchObject({
      website_token: website.token,
      website_name: 'Shop',
      api_host: test.app.installation.publicUrl,
      auth_token: null,
      welcome_title: 'Hi',
      welcome_tagline: '',
      widget_color: '#112233',
      reply_time: 'in_a_day',
      locale: 'en',
      timezone: 'Asia/Kolkata',
      utc_off_set: '+05:30',
      working_hours_enabled: true,
      out_of_office_message: 'Back at nine',
      enabled_features: ['attachments', 'emoji_picker', 'end_conversation'],
      allow_messages_after_resolved: true,
      pre_chat_form_enabled: false,
      has_a_connected_agent_bot: bot.name,
    });
    expect(body.website_channel_config.working_hours).toHaveLength(7);
    expect(body.website_channel_config.pre_chat_form_options.pre_chat_fields).toHaveLength(3);
    expect(await contactsIn(own)).toEqual([]);
  });

  it('takes the website token from the body as well', async () => {
    const website = await givenWebsite(test, account);

    const { status, body } = await test.request('POST', '/api/v1/widget/config', {
      body: { website_token: website.token },
    });

    expect([status, body.website_channel_config.website_token]).toEqual([200, website.token]);
  });

  it('shows a visitor to themselves, and gives them a token with a new term', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    const { vault } = test.app.installation;
    const holder = readVisitorToken(vault, visitor.token, new Date());
    const old = { token: visitorToken(vault, holder!, new Date(Date.now() - 1000 * 60 * 60 * 24 * 179)) };

    const { body } = await website.call('POST', '/config', {}, old);

    expect(body.contact).toMatchObject({ id: visitor.message.sender.id, pubsub_token: visitor.pubsubToken });
    const inTwoDays = new Date(Date.now() + 1000 * 60 * 60 * 24 * 2);
    expect(readVisitorToken(vault, old.token, inTwoDays)).toBeNull();
    expect(readVisitorToken(vault, body.website_channel_config.auth_token, inTwoDays)).toEqual(holder);
  });

  it.each([
    ['is too old', () => new Date(Date.now() - 1000 * 60 * 60 * 24 * 181)],
    ['is made with another key', () => null],
  ])('knows nobody by a token that %s', async (_, at) => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    const { vault } = test.app.installation;
    const time = at();
    const holder = readVisitorToken(vault, visitor.token, new Date())!;
    const [header, payload] = visitor.token.split('.');
    const token = time ? visitorToken(vault, holder, time) : `${header}.${payload}.${'A'.repeat(43)}`;

    const { status, body } = await website.call('POST', '/config', {}, { token });
    const refused = await website.call('POST', '/messages', { content: 'Hello' }, { token });

    expect([status, body.contact, body.website_channel_config.auth_token]).toEqual([200, null, null]);
    expect([refused.status, refused.body.error]).toEqual([404, 'Contact not found']);
  });

  it('is not found for an unknown website token, for an inbox of another kind, and for a deleted one', async () => {
    const website = await givenWebsite(test, account);
    const { body: api } = await account.call('POST', '/inboxes', { name: 'API', channel: { type: 'api' } });
    await account.call('DELETE', `/inboxes/${website.id}`);
    const ask = (token: string) => test.request('POST', `/api/v1/widget/config?website_token=${token}`);

    const answers = [await ask('unknown'), await ask(api.inbox_identifier), await ask(website.token), await ask('%00')];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([404, 'Inbox not found']));
  });

  it('is refused where the account is suspended', async () => {
    const own = await givenAccount(test);
    const website = await givenWebsite(test, own);
    const visitor = await givenVisitor(website);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', own.id).execute();

    const answers = [
      await website.call('POST', '/config'),
      await website.call('POST', '/messages', { content: 'Hello' }, visitor),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([401, 'Account is suspended']),
    );
  });
});
