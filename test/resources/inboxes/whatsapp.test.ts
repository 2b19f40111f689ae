import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type GraphApi, givenGraphApi } from '../../support/servers/graph-api.ts';

let test: TestApp;
let graph: GraphApi;
beforeAll(async () => {
  graph = await givenGraphApi();
  test = await givenApp({ 'channels.whatsapp_url': graph.url });
});
afterAll(async () => {
  await test.stop();
  await graph.stop();
});

let last = Date.now() % 1_000_000_000;
const newPhone = () => `+49${(last += 1)}`;
const CONFIG = { api_key: 'the-key', phone_number_id: '12345', business_account_id: '678' };

function givenWhatsapp(account: TestAccount, more: object = {}) {
  const channel = { phone_number: newPhone(), provider: 'whatsapp_cloud', provider_config: CONFIG, ...more };
  return givenInbox(account, { type: 'whatsapp', ...channel });
}

/** Waits until the jobs of the account are done, such as the one that fetches templates. */
const untilIdle = (account: TestAccount) =>
  eventually(
    () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', account.id)
        .where('status', '=', 'pending')
        .execute(),
    (waiting) => waiting.length === 0,
  );

describe('GET /inboxes/{id}/health', () => {
  it('answers what the Cloud API says of the number', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    const number = {
      id: '12345',
      status: 'CONNECTED',
      quality_rating: 'GREEN',
      messaging_limit_tier: 'TIER_1K',
      display_phone_number: '+49 123',
      verified_name: 'Acme',
      name_status: 'APPROVED',
      account_mode: 'LIVE',
      code_verification_status: 'VERIFIED',
      webhook_configuration: { application: 'https://example.com/' },
      throughput: { level: 'STANDARD' },
      last_onboarded_time: '2030-01-02T03:04:05+0000',
      platform_type: 'CLOUD_API',
      certificate: 'abc',
    };
    graph.reply = { status: 200, body: JSON.stringify(number) };
    graph.received.length = 0;

    const { status, body } = await account.call('GET', `/inboxes/${inbox.id}/health`);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...number,
      messaging_limit: 'TIER_1K',
      expected_webhook_url: `${test.url}/webhooks/whatsapp/${inbox.phone_number}`,
      business_id: '678',
    });
    // The templates of the new inbox are fetched meanwhile.
    const received = graph.received.find(({ path }) => /^\/v\d+\.0\/12345\?/.test(path))!;
    expect(received.headers).toMatchObject({ authorization: 'Bearer the-key' });
    const asked = new URL(received.path, graph.url);
    expect(asked.searchParams.get('fields')?.split(',')).toEqual(expect.arrayContaining(Object.keys(number)));
  });

  it('has the limit as newer versions of the Cloud API name it, and lacks only what they refuse', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    const refused = ['messaging_limit_tier', 'certificate'];
    const number: Record<string, string> = {
      id: '12345',
      status: 'CONNECTED',
      whatsapp_business_manager_messaging_limit: 'TIER_10K',
    };
    graph.replyTo = (path) => {
      const fields = new URL(path, graph.url).searchParams.get('fields')?.split(',') ?? [];
      const wrong = fields.find((field) => refused.includes(field));
      const error = { message: `Tried accessing nonexisting field (${wrong})`, code: 100 };
      if (wrong !== undefined) return { status: 400, body: JSON.stringify({ error }) };
      return { status: 200, body: JSON.stringify(Object.fromEntries(fields.map((field) => [field, number[field]]))) };
    };

    const { status, body } = await account.call('GET', `/inboxes/${inbox.id}/health`);
    graph.replyTo = null;

    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: '12345',
        status: 'CONNECTED',
        messaging_limit: 'TIER_10K',
        messaging_limit_tier: 'TIER_10K',
        certificate: null,
      }),
    ]);
  });

  it('says null for what the Cloud API does not say, or says in another form', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    graph.reply = { status: 200, body: '{"status":{},"throughput":"fast","messaging_limit_tier":250}' };

    const { body } = await account.call('GET', `/inboxes/${inbox.id}/health`);

    expect(body).toMatchObject({ status: null, quality_rating: null, messaging_limit: '250', throughput: {} });
  });

  it.each([
    [401, '{"error":{"message":"Malformed access token the-key"}}', 422, 'WhatsApp refused the request'],
    [404, '{}', 422, 'WhatsApp refused the request'],
    [429, '{}', 503, 'WhatsApp is not available'],
    [500, '{}', 503, 'WhatsApp is not available'],
    [302, '', 503, 'WhatsApp is not available'],
    [200, '<html>', 503, 'WhatsApp is not available'],
    [200, '[]', 503, 'WhatsApp is not available'],
  ])('says so when the Cloud API answers %i %s', async (given, text, expected, error) => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    graph.reply = { status: given, body: text };

    const answer = await account.call('GET', `/inboxes/${inbox.id}/health`);

    expect(answer).toMatchObject({ status: expected, body: { error } });
    expect(answer.text).not.toContain('the-key');
  });

  it('has the inbox ask to be connected again where the login is refused, and only there', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    const shown = async () => {
      const { reauthorization_required: isNeeded, reauthorization_reason: reason } = (
        await account.call('GET', `/inboxes/${inbox.id}`)
      ).body;
      return [isNeeded, reason];
    };
    const health = () => account.call('GET', `/inboxes/${inbox.id}/health`);
    graph.reply = { status: 200, body: '{}' };
    await untilIdle(account);

    graph.reply = { status: 400, body: '{"error":{"message":"Unsupported get request","code":100}}' };
    await health();
    const before = await shown();
    graph.reply = { status: 400, body: '{"error":{"message":"Session has expired","code":190}}' };
    const { status } = await health();
    const after = await shown();

    expect([before, status]).toEqual([[false, null], 422]);
    expect(after).toEqual([true, expect.stringContaining('the Cloud API answered 400')]);
  });

  it('says so when the Cloud API cannot be reached', async () => {
    const gone = await givenGraphApi();
    await gone.stop();
    const alone = await givenApp({ 'channels.whatsapp_url': gone.url });
    const account = await givenAccount(alone);
    const inbox = await givenWhatsapp(account);

    const answer = await account.call('GET', `/inboxes/${inbox.id}/health`);

    expect(answer).toMatchObject({ status: 503, body: { error: 'WhatsApp is not available' } });
    await alone.stop();
  });

  it('names what is missing in the settings', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account, { provider_config: { api_key: 'x' } });

    const answer = await account.call('GET', `/inboxes/${inbox.id}/health`);

    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
    expect(answer.body.message).toContain('phone_number_id and no business_account_id');
  });

  it('exists for Cloud API channels only', async () => {
    const account = await givenAccount(test);
    const inboxes = [await givenInbox(account), await givenWhatsapp(account, { provider: 'default' })];

    const answers = await Promise.all(inboxes.map(({ id }) => account.call('GET', `/inboxes/${id}/health`)));

    for (const answer of answers) {
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'Health data only available for WhatsApp Cloud API channels',
      ]);
    }
  });

  it('is for members of the inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    const member = await givenAgent(test, account, 'Mia Member');
    const other = await givenAgent(test, account, 'Olaf Other', { inboxes: [] });
    graph.reply = { status: 200, body: '{}' };

    const answers = await Promise.all(
      [member, other].map(({ token }) => account.call('GET', `/inboxes/${inbox.id}/health`, undefined, { token })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  });
});

describe('POST /inboxes/{id}/register_webhook', () => {
  const register = (account: TestAccount, inbox: { id: number }, token?: string) =>
    account.call('POST', `/inboxes/${inbox.id}/register_webhook`, {}, token === undefined ? {} : { token });
  const errorOf = async (account: TestAccount, inbox: { id: number }) =>
    (await account.call('GET', `/inboxes/${inbox.id}`)).body.webhook_error;

  it('tells the Cloud API the address and the token of the inbox, and says why that failed', async () => {
    const account = await givenAccount(test);
    graph.reply = { status: 400, body: '{"error":{"message":"the-key is wrong"}}' };
    const inbox = await givenWhatsapp(account);
    // The inbox tries it itself first.
    const error = await eventually(
      () => errorOf(account, inbox),
      (told) => told !== null,
    );
    const refused = await register(account, inbox);
    graph.reply = { status: 200, body: '{"success":true}' };
    graph.received.length = 0;
    const { status, body } = await register(account, inbox);

    expect([refused.status, refused.body.error]).toEqual([422, 'WhatsApp refused the request']);
    expect(error).toContain('the Cloud API answered 400');
    expect([status, body]).toEqual([200, { message: 'Webhook registered successfully' }]);
    expect(await errorOf(account, inbox)).toBeNull();
    expect(graph.received.map(({ path }) => path)).toContain('/v26.0/678/subscribed_apps');
  });

  it('names what is missing in the settings, and is for administrators and WhatsApp alone', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account, { provider_config: { api_key: 'x' } });
    const agent = await givenAgent(test, account);

    expect(await register(account, inbox)).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
    expect((await register(account, inbox, agent.token)).status).toBe(403);
    expect(await register(account, await givenInbox(account))).toMatchObject({
      status: 400,
      body: { error: 'Webhook registration is only available for WhatsApp channels' },
    });
  });
});

describe('POST /inboxes/{id}/sync_templates', () => {
  const waiting = (account: TestAccount) =>
    test
      .rows()
      .selectFrom('jobs')
      .select('kind')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'sync_templates')
      .where('status', '=', 'pending')
      .execute();

  it('is cancelled when the inbox is deleted', async () => {
    const account = await givenAccount(test);
    const inbox = await givenWhatsapp(account);
    await account.call('POST', `/inboxes/${inbox.id}/sync_templates`);

    await account.call('DELETE', `/inboxes/${inbox.id}`);

    expect(await waiting(account)).toEqual([]);
  });

  it('is refused for other channels, and to agents', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const agent = await givenAgent(test, account);

    const other = await account.call('POST', `/inboxes/${inbox.id}/sync_templates`);
    const byAgent = await account.call('POST', `/inboxes/${inbox.id}/sync_templates`, {}, { token: agent.token });

    expect([other.status, other.body.error]).toEqual([422, 'Template sync is only available for WhatsApp channels']);
    expect(byAgent).toMatchObject({ status: 403, body: { error: 'Access denied' } });
    expect(await waiting(account)).toEqual([]);
  });
});
