import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenReaderToken } from '../../support/reader-token.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const URL = 'https://hooks.example.com/parley';

async function givenWebhook(account: TestAccount, webhook: object = { url: URL }) {
  const { status, body, text } = await account.call('POST', '/webhooks', { webhook });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('POST /webhooks', () => {
  it('adds a webhook with a secret of its own', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const webhook = {
      url: URL,
      name: 'Zapier',
      subscriptions: ['message_created', 'inbox_updated'],
      inbox_id: inbox.id,
    };

    const { status, body } = await account.call('POST', '/webhooks', { webhook });

    expect(status).toBe(201);
    const { payload, ...bare } = body;
    expect(bare).toEqual({
      ...webhook,
      id: expect.any(Number),
      account_id: account.id,
      dialect: null,
      inbox: { id: inbox.id, name: inbox.name },
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      previous_secret_until: null,
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      loop_stopped_at: null,
      loop_conversation_id: null,
    });
    expect(payload).toEqual({ webhook: bare });
    expect((await account.call('GET', '/webhooks')).body).toEqual([bare]);
  });

  it('takes the fields without webhook around them, and from a form', async () => {
    const account = await givenAccount(test);
    const form = new URLSearchParams([
      ['webhook[url]', URL],
      ['webhook[subscriptions][]', 'message_created'],
      ['webhook[name]', 'Form'],
    ]);

    const flat = await account.call('POST', '/webhooks', { url: `${URL}/flat` });
    const fromForm = await account.call('POST', '/webhooks', form);

    expect([flat.status, flat.body.url]).toEqual([201, `${URL}/flat`]);
    expect(fromForm).toMatchObject({
      status: 201,
      body: { url: URL, name: 'Form', subscriptions: ['message_created'] },
    });
  });

  it('receives everything but typing and inboxes unless given otherwise', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/webhooks', { url: URL });

    expect(body).toMatchObject({ name: null, inbox_id: null, inbox: null });
    expect(body.subscriptions.toSorted()).toEqual([
      'contact_created',
      'contact_updated',
      'conversation_created',
      'conversation_status_changed',
      'conversation_updated',
      'message_created',
      'message_updated',
      'webwidget_triggered',
    ]);
  });

  it('keeps its secret sealed', async () => {
    const account = await givenAccount(test);

    const { id, secret } = await givenWebhook(account);

    const row = await test.rows().selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([['http://example.com/'], ['HTTP://example.com/'], ['ftp://example.com/'], ['javascript:alert(1)']])(
    'refuses %s, which is not HTTPS',
    async (url) => {
      const account = await givenAccount(test);

      const { status, body } = await account.call('POST', '/webhooks', { url });

      expect(status).toBe(422);
      expect(body).toEqual({
        error: 'Webhook URL must use HTTPS',
        message: 'url must start with https://',
        attributes: ['url'],
      });
    },
  );

  it.each([
    ['https://127.0.0.1/'],
    ['https://[::ffff:10.0.0.1]/'],
    ['https://0x7f.1/'],
    ['https://2130706433/'],
    ['https://localhost/'],
    ['https://user:password@192.168.0.1:8443/'],
  ])('refuses %s, which is not on the public internet', async (url) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/webhooks', { url });

    expect(status).toBe(422);
    expect(body).toEqual({
      error: 'Validation failed',
      message: expect.stringContaining('public address'),
      attributes: ['url'],
    });
    expect((await account.call('GET', '/webhooks')).body).toEqual([]);
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['  '],
    ['not an address'],
    ['/path'],
    ['https://'],
    ['https://exa mple.com/'],
    ['https://example.com/\n'],
    [7],
  ])('refuses %j as a URL', async (url) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/webhooks', { url });

    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'Validation failed', attributes: ['url'] });
  });

  it('refuses a URL of more than 2048 characters', async () => {
    const account = await givenAccount(test);
    const urlOf = (length: number) => 'https://example.com/'.padEnd(length, 'a');

    const longest = await account.call('POST', '/webhooks', { url: urlOf(2048) });
    const tooLong = await account.call('POST', '/webhooks', { url: urlOf(2049) });

    expect([longest.status, tooLong.status, tooLong.body.error]).toEqual([201, 422, 'Validation failed']);
  });

  it('refuses a URL of fewer characters that takes more than 2048 bytes', async () => {
    const account = await givenAccount(test);
    // No two characters alike: what repeats itself, databases make short.
    const url = `https://example.com/${String.fromCodePoint(...Array.from({ length: 1000 }, (_, index) => 0x4e00 + index))}`;

    const { status, body } = await account.call('POST', '/webhooks', { url });

    expect([status, body]).toEqual([
      422,
      {
        error: 'Validation failed',
        message: 'url is too long (maximum is 2048 bytes in UTF-8)',
        attributes: ['url'],
      },
    ]);
  });

  it.each([[[]], [['message_created', 'message_eaten']], ['message_created'], [7], [[7]], [[null]], [{}]])(
    'refuses %j as subscriptions',
    async (subscriptions) => {
      const account = await givenAccount(test);

      const { status, body } = await account.call('POST', '/webhooks', { url: URL, subscriptions });

      expect(status).toBe(422);
      expect(body).toMatchObject({
        error: 'Invalid subscription event type',
        message: expect.stringContaining('subscriptions'),
      });
    },
  );

  it('says which event type it does not know, and which there are', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/webhooks', { url: URL, subscriptions: ['message_eaten'] });

    expect(body.message).toContain('message_eaten');
    expect(body.message).toContain('conversation_status_changed');
    expect(body.attributes).toEqual(['subscriptions']);
  });

  it('keeps an event type that is named twice once', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/webhooks', {
      url: URL,
      subscriptions: ['message_created', 'message_created'],
    });

    expect(body.subscriptions).toEqual(['message_created']);
  });

  it('takes a URL once in each account, however many ask at once', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);

    const answers = await Promise.all(Array.from({ length: 5 }, () => account.call('POST', '/webhooks', { url: URL })));
    const elsewhere = await other.call('POST', '/webhooks', { url: URL });

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'url has already been taken',
      attributes: ['url'],
    });
    expect(elsewhere.status).toBe(201);
  });

  it("does not find another account's inbox", async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(await givenAccount(test));

    const { status, body } = await account.call('POST', '/webhooks', { url: URL, inbox_id: inbox.id });

    expect([status, body.error]).toEqual([404, 'Inbox not found']);
    expect((await account.call('GET', '/webhooks')).body).toEqual([]);
  });
});

describe('GET /webhooks', () => {
  it("lists the account's webhooks, oldest first, all or by page", async () => {
    const account = await givenAccount(test);
    await givenWebhook(await givenAccount(test));
    const ids: number[] = [];
    for (const path of ['b', 'a', 'c']) ids.push((await givenWebhook(account, { url: `${URL}/${path}` })).id);
    const list = async (query: string) =>
      (await account.call('GET', `/webhooks${query}`)).body.map(({ id }: { id: number }) => id);

    const lists = [
      await list(''),
      await list('?page=1&per_page=2'),
      await list('?page=2&per_page=2'),
      await list('?page=3'),
    ];

    expect(lists).toEqual([ids, ids.slice(0, 2), ids.slice(2), []]);
  });
});

describe('a user and a password in the address of a webhook', () => {
  it('are shown to administrators, and not to tokens that may only read', async () => {
    const account = await givenAccount(test);
    await givenWebhook(account, { url: 'https://ann:secret@hooks.example.com/parley?a=1' });
    const token = await givenReaderToken(test, account.administrator.id);

    const own = await account.call('GET', '/webhooks');
    const read = await test.request('GET', `/api/v1/accounts/${account.id}/webhooks`, { token });

    expect(own.body[0].url).toBe('https://ann:secret@hooks.example.com/parley?a=1');
    expect(read.body[0].url).toBe('https://hooks.example.com/parley?a=1');
  });
});

describe('PATCH /webhooks/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const { payload, ...webhook } = await givenWebhook(account, {
      url: URL,
      name: 'Before',
      subscriptions: ['message_created'],
    });

    const renamed = await account.call('PATCH', `/webhooks/${webhook.id}`, { webhook: { name: 'After' } });
    const moved = await account.call('PATCH', `/webhooks/${webhook.id}`, {
      inbox_id: inbox.id,
      url: `${URL}/2`,
      subscriptions: ['contact_created'],
    });
    const freed = await account.call('PATCH', `/webhooks/${webhook.id}`, { inbox_id: null, name: null });

    expect(payload).toEqual({ webhook });
    expect(renamed).toMatchObject({ status: 200, body: { ...webhook, name: 'After' } });
    expect(moved.body).toMatchObject({
      inbox: { id: inbox.id },
      url: `${URL}/2`,
      subscriptions: ['contact_created'],
      name: 'After',
      secret: webhook.secret,
    });
    expect(freed.body).toMatchObject({ inbox: null, inbox_id: null, name: null, url: `${URL}/2` });
    expect(freed.body.payload.webhook).toEqual((await account.call('GET', '/webhooks')).body[0]);
  });

  it('changes nothing when nothing is given', async () => {
    const account = await givenAccount(test);
    const { payload, ...webhook } = await givenWebhook(account);

    const { status, body } = await account.call('PATCH', `/webhooks/${webhook.id}`, {});

    expect(status).toBe(200);
    expect(body).toEqual({ ...webhook, payload });
  });

  it('is disabled by hand, and enabled again with its failures forgotten', async () => {
    const account = await givenAccount(test);
    const { id } = await givenWebhook(account);
    await test
      .rows()
      .updateTable('webhooks')
      .set({ failing_since: new Date(), exhausted_count: 9 })
      .where('id', '=', id)
      .execute();

    const disabled = await account.call('PATCH', `/webhooks/${id}`, { enabled: false });
    const enabled = await account.call('PATCH', `/webhooks/${id}`, { enabled: true });

    expect(disabled.body).toMatchObject({
      enabled: false,
      disabled_at: expect.any(String),
      disabled_reason: 'disabled by an administrator',
    });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null });
    const row = await test
      .rows()
      .selectFrom('webhooks')
      .select(['failing_since', 'exhausted_count'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ failing_since: null, exhausted_count: 0 });
  });

  it('is not found when it is deleted at the same moment', async () => {
    const account = await givenAccount(test);
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => (await givenWebhook(account, { url: `${URL}/${index}` })).id),
    );

    const answers = await Promise.all(
      ids.map(async (id) => {
        const deleted = account.call('DELETE', `/webhooks/${id}`);
        const changed = await account.call('PATCH', `/webhooks/${id}`, { name: 'Late' });
        return [(await deleted).status, changed.status === 200 ? 'Webhook not found' : changed.body.error];
      }),
    );

    expect(answers).toEqual(ids.map(() => [200, 'Webhook not found']));
  });

  it('keeps the reason for which it was disabled first', async () => {
    const account = await givenAccount(test);
    const { id } = await givenWebhook(account);
    await test
      .rows()
      .updateTable('webhooks')
      .set({ disabled_at: new Date(), disabled_reason: 'the receiver answered 410 Gone' })
      .where('id', '=', id)
      .execute();

    const { body } = await account.call('PATCH', `/webhooks/${id}`, { enabled: false });

    expect(body).toMatchObject({ enabled: false, disabled_reason: 'the receiver answered 410 Gone' });
  });

  it.each([
    [{ url: 'http://example.com/' }, 'Webhook URL must use HTTPS'],
    [{ url: 'https://10.0.0.1/' }, 'Validation failed'],
    [{ url: `${URL}/taken` }, 'Validation failed'],
    [{ subscriptions: ['nothing'] }, 'Invalid subscription event type'],
    [{ subscriptions: [] }, 'Invalid subscription event type'],
    [{ enabled: 'sometimes' }, 'Validation failed'],
    [{ name: 7 }, 'Validation failed'],
  ])('refuses %j', async (changes, error) => {
    const account = await givenAccount(test);
    await givenWebhook(account, { url: `${URL}/taken` });
    const { id } = await givenWebhook(account);
    const before = (await account.call('GET', '/webhooks')).body;

    const { status, body } = await account.call('PATCH', `/webhooks/${id}`, changes);

    expect([status, body.error]).toEqual([422, error]);
    expect((await account.call('GET', '/webhooks')).body).toEqual(before);
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('removes it, and answers without a body', async () => {
    const account = await givenAccount(test);
    const { id } = await givenWebhook(account);

    const { status, text } = await account.call('DELETE', `/webhooks/${id}`);

    expect([status, text]).toEqual([200, '']);
    expect((await account.call('GET', '/webhooks')).body).toEqual([]);
    expect(await account.call('DELETE', `/webhooks/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'Webhook not found' },
    });
  });
});

describe('webhooks', () => {
  it('are for administrators, also to read', async () => {
    const account = await givenAccount(test);
    const { id } = await givenWebhook(account);
    const { token } = await givenAgent(test, account);

    const answers = [
      await account.call('GET', '/webhooks', undefined, { token }),
      await account.call('POST', '/webhooks', { url: `${URL}/2` }, { token }),
      await account.call('PATCH', `/webhooks/${id}`, { name: 'Mine' }, { token }),
      await account.call('DELETE', `/webhooks/${id}`, undefined, { token }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([403, 'Access denied']));
  });

  it('may lead into networks that the operator allows', async () => {
    const lenient = await givenApp({ 'webhooks.allowed_networks': '10.1.0.0/16,127.0.0.1/32' });
    const account = await givenAccount(lenient);
    const create = async (url: string) => (await account.call('POST', '/webhooks', { url })).status;

    const statuses = [
      await create('https://10.1.2.3/'),
      await create('https://localhost/'),
      await create('https://10.2.0.1/'),
      await create('https://[::1]/'),
    ];
    await lenient.stop();

    expect(statuses).toEqual([201, 201, 422, 422]);
  });
});
