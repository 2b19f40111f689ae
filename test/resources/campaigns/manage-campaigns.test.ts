import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
let account: TestAccount;
let inbox: { id: number };
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test);
  inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
});
afterAll(() => test.stop());

const RULES = { url: 'https://shop.example.com/pricing*', time_on_page: 5 };
const campaign = (more: object = {}) => ({
  title: 'Prices',
  message: 'Any questions?',
  inbox_id: inbox.id,
  trigger_rules: RULES,
  ...more,
});
const create = async (more: object = {}) => (await account.call('POST', '/campaigns', campaign(more))).body;

describe('POST /campaigns', () => {
  it('creates one, and numbers it in the account', async () => {
    const agent = await givenAgent(test, account);

    const first = await account.call('POST', '/campaigns', { campaign: campaign({ sender_id: agent.id }) });
    const second = await account.call('POST', '/campaigns', campaign({ trigger_rules: { url: 'http://x.example' } }));

    expect([first.status, first.body]).toMatchObject([
      201,
      {
        id: 1,
        title: 'Prices',
        message: 'Any questions?',
        description: null,
        inbox: { id: inbox.id },
        sender: { id: agent.id },
        campaign_status: 'active',
        campaign_type: 'ongoing',
        enabled: true,
        trigger_rules: RULES,
        trigger_only_during_business_hours: false,
      },
    ]);
    expect(second.body).toMatchObject({
      id: 2,
      sender: null,
      trigger_rules: { url: 'http://x.example', time_on_page: 0 },
    });
  });

  it.each([
    ['title', { title: ' ' }],
    ['message', { message: '' }],
    ['trigger_rules', { trigger_rules: null }],
    ['trigger_rules.url', { trigger_rules: { url: 'ftp://x.example' } }],
    ['trigger_rules.time_on_page', { trigger_rules: { ...RULES, time_on_page: -1 } }],
    ['sender_id', { sender_id: 999_999_999 }],
  ])('refuses a wrong %s', async (attribute, more) => {
    const { status, body } = await account.call('POST', '/campaigns', campaign(more));

    expect([status, body.attributes]).toEqual([422, [attribute]]);
  });

  it("refuses an inbox that is none of a website, and another account's", async () => {
    const api = await givenInbox(account);
    const other = await givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'x.example' });

    const answers = [
      await account.call('POST', '/campaigns', campaign({ inbox_id: api.id })),
      await account.call('POST', '/campaigns', campaign({ inbox_id: other.id })),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'Validation failed'],
      [404, 'Inbox not found'],
    ]);
  });
});

describe('GET /campaigns', () => {
  it('lists all of the account, or a page of them', async () => {
    const other = await givenInbox(account, { type: 'web_widget', website_url: 'x.example' });
    await create();
    await create({ inbox_id: other.id, title: 'Other' });

    const all = await account.call('GET', '/campaigns');
    const page = await account.call('GET', '/campaigns?page=2&per_page=1');

    expect(all.body.map(({ id, inbox: { id: of } }: { id: number; inbox: { id: number } }) => [id, of])).toEqual([
      [1, inbox.id],
      [2, other.id],
    ]);
    expect(page.body.map(({ title }: { title: string }) => title)).toEqual(['Other']);
  });
});

describe('a campaign', () => {
  it('is shown, changed and deleted', async () => {
    const { id } = await create();

    const changed = await account.call('PATCH', `/campaigns/${id}`, { enabled: false, title: 'Old prices' });
    const shown = await account.call('GET', `/campaigns/${id}`);
    const deleted = await account.call('DELETE', `/campaigns/${id}`);
    const gone = await account.call('GET', `/campaigns/${id}`);

    expect(changed.body).toMatchObject({ enabled: false, title: 'Old prices', message: 'Any questions?' });
    expect(shown.body).toEqual(changed.body);
    expect([deleted.status, gone.status, gone.body.error]).toEqual([200, 404, 'Campaign not found']);
    expect((await create()).id).toBe(id + 1);
  });

  it('cannot be changed once it is completed', async () => {
    const { id } = await create();
    await test
      .rows()
      .updateTable('campaigns')
      .set({ campaign_status: 'completed' })
      .where('account_id', '=', account.id)
      .execute();

    expect((await account.call('PATCH', `/campaigns/${id}`, { title: 'New' })).status).toBe(422);
  });

  it('is for administrators', async () => {
    const agent = await givenAgent(test, account);

    const { status } = await account.call('POST', '/campaigns', campaign(), { token: agent.token });

    expect(status).toBe(403);
  });
});
