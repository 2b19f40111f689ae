import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const CREATED = new Date('2030-01-02T03:04:05.678Z');

function givenCampaign(account: TestAccount, inbox: { id: number }, displayId: number, more: object = {}) {
  return test
    .rows()
    .insertInto('campaigns')
    .values({
      account_id: account.id,
      inbox_id: inbox.id,
      display_id: displayId,
      title: `Campaign ${displayId}`,
      message: 'Hello',
      created_at: CREATED,
      updated_at: CREATED,
      ...more,
    })
    .execute();
}

describe('GET /inboxes/{id}/campaigns', () => {
  it('lists the campaigns of the inbox with the inbox and their sender', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'x.org' });
    const other = await givenInbox(account);
    const sender = await givenAgent(test, account);
    await givenCampaign(account, inbox, 1, { sender_id: sender.id, trigger_rules: '{"url":"https://x.org/"}' });
    await givenCampaign(account, other, 2);
    await givenCampaign(account, inbox, 3, {
      campaign_type: 'one_off',
      campaign_status: 'completed',
      scheduled_at: CREATED,
      audience: '[{"type":"Label","id":7}]',
      template_params: '{"name":"hi"}',
      trigger_only_during_business_hours: true,
      enabled: false,
      description: 'Once',
    });

    const { status, body } = await account.call('GET', `/inboxes/${inbox.id}/campaigns`);

    const common = { account_id: account.id, inbox, message: 'Hello' };
    const times = { created_at: CREATED.toISOString(), updated_at: CREATED.toISOString() };
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ...common,
        ...times,
        id: 1,
        title: 'Campaign 1',
        description: null,
        sender: expect.objectContaining({ id: sender.id, name: sender.name, email: sender.email }),
        template_params: {},
        campaign_status: 'active',
        enabled: true,
        campaign_type: 'ongoing',
        trigger_rules: { url: 'https://x.org/' },
        trigger_only_during_business_hours: false,
      },
      {
        ...common,
        ...times,
        id: 3,
        title: 'Campaign 3',
        description: 'Once',
        sender: null,
        template_params: { name: 'hi' },
        campaign_status: 'completed',
        enabled: false,
        campaign_type: 'one_off',
        scheduled_at: Math.floor(CREATED.getTime() / 1000),
        audience: [{ type: 'Label', id: 7 }],
        total_count: null,
        sent_count: 0,
        failed_count: 0,
        trigger_rules: {},
        trigger_only_during_business_hours: true,
      },
    ]);
  });

  it('gives a page when one is asked for, and nothing where there is nothing', async () => {
    const account = await givenAccount(test);
    const [inbox, empty] = [await givenInbox(account), await givenInbox(account)];
    for (const id of [1, 2, 3]) await givenCampaign(account, inbox, id);

    const page = await account.call('GET', `/inboxes/${inbox.id}/campaigns?page=2&per_page=2`);
    const none = await account.call('GET', `/inboxes/${empty.id}/campaigns`);

    expect(page.body.map(({ id }: { id: number }) => id)).toEqual([3]);
    expect(none.body).toEqual([]);
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const agent = await givenAgent(test, account);

    const answer = await account.call('GET', `/inboxes/${inbox.id}/campaigns`, undefined, { token: agent.token });

    expect([answer.status, answer.body.error]).toEqual([403, 'Access denied']);
  });

  it('ends with the inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await givenCampaign(account, inbox, 1);

    await account.call('DELETE', `/inboxes/${inbox.id}`);

    const left = test.rows().selectFrom('campaigns').select('id').where('account_id', '=', account.id);
    expect(await left.execute()).toEqual([]);
  });
});
