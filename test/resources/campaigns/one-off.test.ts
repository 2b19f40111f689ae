import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { campaignFor, givenLabel } from '../../support/channels/campaigns.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PROVIDERS } from '../../support/providers/providers.ts';
import { givenCloudApi } from '../../support/providers/whatsapp.ts';
import { givenTemplate } from '../../support/providers/whatsapp-templates.ts';

let whatsapp: Awaited<ReturnType<typeof givenCloudApi>>;
let test: TestApp;
let account: TestAccount;
let inbox: { id: number };
let label: { id: number };
beforeAll(async () => {
  whatsapp = await givenCloudApi();
  whatsapp.templates.push(
    givenTemplate('sale', 'Hello {{1}}, buy!'),
    givenTemplate('no', 'No', { status: 'REJECTED' }),
  );
  test = await givenApp({ 'channels.whatsapp_url': whatsapp.url }, { jobs: true });
});
beforeEach(async () => {
  account = await givenAccount(test);
  inbox = await givenInbox(account, PROVIDERS['twilio']!.channel());
  label = await givenLabel(account);
});
afterAll(async () => {
  await test.stop();
  await whatsapp.stop();
});

/** Later, so that it is not sent meanwhile. */
const LATER = new Date(Date.now() + DAY);
const post = (more: object = {}) =>
  account.call('POST', '/campaigns', campaignFor(inbox, label, { scheduled_at: LATER.toISOString(), ...more }));
const create = async (more: object = {}) => (await post(more)).body;
const setStatus = (status: 'processing' | 'completed') =>
  test.rows().updateTable('campaigns').set({ campaign_status: status }).where('account_id', '=', account.id).execute();

async function givenWhatsapp() {
  const made = await givenInbox(account, PROVIDERS['whatsapp_cloud']!.channel());
  await eventually(
    async () => (await account.call('GET', `/inboxes/${made.id}`)).body.message_templates,
    ({ length }) => length > 0,
  );
  return made as { id: number };
}

describe('POST /campaigns for an inbox of SMS', () => {
  it('creates a one-off campaign', async () => {
    const { status, body } = await post();

    expect([status, body]).toMatchObject([
      201,
      {
        campaign_type: 'one_off',
        campaign_status: 'active',
        scheduled_at: Math.floor(LATER.getTime() / 1000),
        audience: [{ type: 'Label', id: label.id }],
        trigger_rules: {},
        template_params: {},
        total_count: null,
        sent_count: 0,
        failed_count: 0,
      },
    ]);
  });

  it('sends it now where no time is given', async () => {
    const before = Math.floor(Date.now() / 1000);

    const { scheduled_at: at } = await create({ scheduled_at: null, enabled: false });

    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it.each<[string, string, object]>([
    ['no audience', 'audience', { audience: undefined }],
    ['an empty audience', 'audience', { audience: [] }],
    ['something else as an audience', 'audience', { audience: 'everybody' }],
    ['a label that does not exist', 'audience', { audience: [{ type: 'Label', id: 999_999_999 }] }],
    ['an audience of something else', 'audience[0].type', { audience: [{ type: 'Team', id: 1 }] }],
    ['too many labels', 'audience', { audience: Array.from({ length: 101 }, () => ({ type: 'Label', id: 1 })) }],
    ['a time long ago', 'scheduled_at', { scheduled_at: new Date(Date.now() - 3 * DAY).toISOString() }],
    ['a variable that does not exist', 'message', { message: 'Dear {{contact.nmae}}' }],
    ['an attribute without a name', 'message', { message: 'Dear {{contact.custom_attribute}}' }],
    ['a filter that does not exist', 'message', { message: 'Dear {{contact.name | upcase}}' }],
    ['a tag', 'message', { message: '{% if contact.name %}Dear{% endif %}' }],
  ])('refuses %s', async (_, attribute, more) => {
    const { status, body } = await post(more);

    expect([status, body.attributes]).toEqual([422, [attribute]]);
  });

  it("refuses another account's label", async () => {
    const theirs = await givenLabel(await givenAccount(test));

    const { status, body } = await post({ audience: [{ type: 'Label', id: theirs.id }] });

    expect([status, body.message]).toEqual([
      422,
      `audience must be labels of this account, and none has the id ${theirs.id}`,
    ]);
  });
});

describe('POST /campaigns for an inbox of WhatsApp', () => {
  it('needs a template that is approved', async () => {
    const { id } = await givenWhatsapp();
    const ask = async (template: unknown) => {
      const { status, body } = await post({ inbox_id: id, template_params: template });
      return [status, body.attributes];
    };

    expect(await ask({ name: 'sale', processed_params: { 1: '{{contact.name}}' } })).toEqual([201, undefined]);
    expect(await ask(undefined)).toEqual([422, ['template_params']]);
    expect(await ask({ language: 'en' })).toEqual([422, ['template_params']]);
    expect(await ask({ name: 'sail' })).toEqual([422, ['template_params']]);
    expect(await ask({ name: 'no' })).toEqual([422, ['template_params']]);
    expect(await ask({ name: 'sale', processed_params: { 1: '{{contact.nmae}}' } })).toEqual([
      422,
      ['template_params'],
    ]);
  });
});

describe('a one-off campaign', () => {
  it('can be changed before it is sent', async () => {
    const { id } = await create();
    const other = await givenLabel(account);
    const at = Math.floor(LATER.getTime() / 1000) + 60;

    const { body } = await account.call('PATCH', `/campaigns/${id}`, {
      audience: [{ id: other.id }],
      scheduled_at: at,
      message: 'Dear {{contact.name}}',
    });

    expect(body).toMatchObject({
      audience: [{ type: 'Label', id: other.id }],
      scheduled_at: at,
      message: 'Dear {{contact.name}}',
      title: 'Sale',
    });
  });

  it('becomes an ongoing one with an inbox of a website, and the other way round', async () => {
    const { id } = await create();
    const website = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
    const rules = { url: 'https://shop.example.com/*', time_on_page: 5 };
    const change = (values: object) => account.call('PATCH', `/campaigns/${id}`, values);

    const without = await change({ inbox_id: website.id });
    const ongoing = await change({ inbox_id: website.id, trigger_rules: rules });
    const back = await change({ inbox_id: inbox.id });
    const again = await change({ inbox_id: inbox.id, audience: [{ type: 'Label', id: label.id }], enabled: false });

    expect([without.status, without.body.attributes]).toEqual([422, ['trigger_rules']]);
    expect(ongoing.body).toMatchObject({ campaign_type: 'ongoing', trigger_rules: rules });
    expect(ongoing.body).not.toHaveProperty('audience');
    expect([back.status, back.body.attributes]).toEqual([422, ['audience']]);
    expect(again.body).toMatchObject({ campaign_type: 'one_off', audience: [{ id: label.id }] });
  });

  it('can be neither changed nor deleted while it is sent', async () => {
    const { id } = await create();
    await setStatus('processing');

    const changed = await account.call('PATCH', `/campaigns/${id}`, { title: 'New' });
    const deleted = await account.call('DELETE', `/campaigns/${id}`);

    expect([changed.status, changed.body.message]).toEqual([422, 'the campaign is being sent']);
    expect([deleted.status, deleted.body.message]).toEqual([
      422,
      'the campaign is being sent: it can be deleted once it is completed',
    ]);
  });

  it('can be deleted once it is completed, and not changed', async () => {
    const { id } = await create();
    await setStatus('completed');

    const changed = await account.call('PATCH', `/campaigns/${id}`, { title: 'New' });
    const deleted = await account.call('DELETE', `/campaigns/${id}`);

    expect([changed.status, deleted.status]).toEqual([422, 200]);
  });
});
