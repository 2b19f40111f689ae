import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { givenAccount, givenAgent, givenConversation, givenInbox, type TestAccount } from '../support/factories.ts';
import { givenPostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyOn } from '../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const MESSAGE = { content: 'Your parcel is on its way', message_type: 'outgoing' };

/** A conversation, and what posts to it and reads it. */
async function givenThread() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const path = `/conversations/${conversation.id}/messages`;
  return {
    account,
    post: (key: string, body: unknown = MESSAGE, token?: string) => send(account, path, key, body, token),
    contents: async () =>
      (await account.call('GET', path)).body.payload.map(({ content }: { content: string }) => content),
  };
}

function send(account: TestAccount, path: string, key: string, body: unknown, token = account.administrator.token) {
  return account.call('POST', path, body, { token, headers: { 'idempotency-key': key } });
}

describe('a request with an Idempotency-Key', () => {
  it('happens once, and is answered alike each time', async () => {
    const { post, contents } = await givenThread();
    const key = randomUUID();

    const answers = [await post(key), await post(key), await post(key)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(answers[2]!.body).toEqual(answers[0]!.body);
    expect(answers.map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true', 'true']);
    expect(await contents()).toEqual([MESSAGE.content]);
  });

  it('happens once when it is sent many times at once', async () => {
    const { post, contents } = await givenThread();
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 5 }, () => post(key)));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
    expect(await contents()).toEqual([MESSAGE.content]);
  });

  it('is a new one with another key', async () => {
    const { post, contents } = await givenThread();

    await post(randomUUID());
    await post(randomUUID());

    expect(await contents()).toEqual([MESSAGE.content, MESSAGE.content]);
  });

  it('is refused when the key came with another body', async () => {
    const { post, contents } = await givenThread();
    const key = randomUUID();
    await post(key);

    const { status, body } = await post(key, { ...MESSAGE, content: 'Something else' });

    expect(status).toBe(409);
    expect(body).toEqual({ error: 'Idempotency key reused', message: expect.stringContaining('use a new one') });
    expect(await contents()).toEqual([MESSAGE.content]);
  });

  it('is refused when the key came with another path or method', async () => {
    const account = await givenAccount(test);
    const key = randomUUID();
    await send(account, '/contacts', key, { name: 'Carla' });

    const elsewhere = await send(account, '/inboxes', key, { name: 'Carla' });
    const otherwise = await account.call('PATCH', '', { name: 'Carla' }, { headers: { 'idempotency-key': key } });

    expect([elsewhere.status, otherwise.status]).toEqual([409, 409]);
  });

  it('leaves the key free when it failed', async () => {
    const { post, contents } = await givenThread();
    const key = randomUUID();

    const failed = await post(key, { ...MESSAGE, message_type: 'telepathy' });
    const mended = await post(key);

    expect([failed.status, mended.status]).toEqual([422, 201]);
    expect(await contents()).toEqual([MESSAGE.content]);
  });

  it('leaves the key free when there was no such path', async () => {
    const account = await givenAccount(test);
    const key = randomUUID();

    const answers = [await send(account, '/nowhere', key, {}), await send(account, '/nowhere', key, {})];
    const mended = await send(account, '/contacts', key, { name: 'Carla' });

    expect(answers.map(({ status, body }) => [status, body?.error])).toEqual(Array(2).fill([404, 'Not found']));
    expect(mended.status).toBe(201);
  });

  it('is independent of another token’s with the same key', async () => {
    const { account, post, contents } = await givenThread();
    const agent = await givenAgent(test, account);
    const key = randomUUID();

    const answers = [await post(key), await post(key, MESSAGE, agent.token)];

    expect(answers.map(({ body }) => body.sender.id)).toEqual([account.administrator.id, agent.id]);
    expect(await contents()).toHaveLength(2);
  });

  it('stores its files once', async () => {
    const { post } = await givenThread();
    const key = randomUUID();
    const form = () => {
      const data = new FormData();
      data.set('message_type', 'outgoing');
      data.append('attachments[]', new Blob(['receipt']), 'receipt.txt');
      return data;
    };

    const first = await post(key, form());
    const second = await post(key, form());

    expect(second.body).toEqual(first.body);
    const file = await fetch(first.body.attachments[0].data_url);
    expect(await file.text()).toBe('receipt');
  });

  it('is the same with the same files, whichever of them is written first', async () => {
    const { post } = await givenThread();
    const files = [Buffer.alloc(1_000_000), ...Array.from({ length: 8 }, (_, place) => Buffer.alloc(9000 * place + 1))];
    const form = (field = 'attachments[]') => {
      const form = new FormData();
      for (const [name, value] of Object.entries(MESSAGE)) form.set(name, value);
      for (const [place, bytes] of files.entries()) form.append(field, new Blob([bytes]), `${place}.bin`);
      return form;
    };
    const replayed: (string | null)[] = [];

    const key = randomUUID();
    for (let round = 0; round < 8; round += 1) {
      const again = `${key}-${round}`;
      await post(again, form());
      replayed.push((await post(again, form())).headers.get('Idempotent-Replayed'));
    }
    const elsewhere = await post(`${key}-0`, form('avatar'));

    expect(replayed).toEqual(Array(8).fill('true'));
    expect(elsewhere.status).toBe(409);
  });

  it('repeats an answer without a body', async () => {
    const account = await givenAccount(test);
    const { body } = await account.call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
    const remove = (key: string) =>
      account.call('DELETE', `/webhooks/${body.id}`, undefined, { headers: { 'idempotency-key': key } });

    const answers = [await remove('once'), await remove('once'), await remove('again')];

    expect(answers.map(({ status, text }) => [status, text === ''])).toEqual([
      [200, true],
      [200, true],
      [404, false],
    ]);
  });

  it('is forgotten after a day', async () => {
    const { post, contents } = await givenThread();
    const key = randomUUID();
    await post(key);
    await test
      .rows()
      .updateTable('idempotent_requests')
      .set({ created_at: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where('key', '=', key)
      .execute();

    const { headers } = await post(key, { ...MESSAGE, content: 'The day after' });

    expect(headers.get('Idempotent-Replayed')).toBeNull();
    expect(await contents()).toEqual([MESSAGE.content, 'The day after']);
  });

  it.each([['two words'], ['k'.repeat(256)], ['schlüssel']])('is refused with the key %j', async (key) => {
    const { post, contents } = await givenThread();

    const { status, body } = await post(key);

    expect([status, body.attributes]).toEqual([422, ['Idempotency-Key']]);
    expect(await contents()).toEqual([]);
  });

  it('that only reads is read again each time', async () => {
    const account = await givenAccount(test, 'Before');
    const read = () => account.call('GET', '', undefined, { headers: { 'idempotency-key': 'read' } });

    const before = await read();
    await account.call('PATCH', '', { name: 'After' });
    const after = await read();

    expect([before.body.name, after.body.name]).toEqual(['Before', 'After']);
  });

  it.each([
    ['/contacts/filter', 200, (body: Found) => body.meta.count],
    ['/conversations/filter', 200, (body: Found) => body.meta.all_count],
  ])('that only reads with POST %s is read again each time, and nothing is kept', async (path, expected, countIn) => {
    const account = await givenAccount(test);
    const key = randomUUID();
    const nothing = { payload: [] };

    const before = await send(account, path, key, nothing);
    await givenConversation(account);
    const after = await send(account, path, key, nothing);

    expect([before.status, after.status]).toEqual([expected, expected]);
    expect([countIn(before.body), countIn(after.body)]).toEqual([0, 1]);
    expect(await keptWith(key)).toEqual([]);
  });

  it('may look for a contact any number of times, and nothing is kept', async () => {
    const account = await givenAccount(test);
    const key = randomUUID();
    const { id: inbox_id } = await givenInbox(account);

    const answers = [
      await send(account, '/contact_inboxes/filter', key, { inbox_id, source_id: 'a' }),
      await send(account, '/contact_inboxes/filter', key, { inbox_id, source_id: 'b' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await keptWith(key)).toEqual([]);
  });

  onlyOn('postgresql', it)('is not said to be repeated where the answer is an error after all', async () => {
    const place = await givenPlace();
    const proxy = await givenPostgresProxy(place.databaseUrl);
    const cut = await givenApp({}, { jobs: false, place: { ...place, databaseUrl: proxy.url } });
    const account = await givenAccount(cut);
    const key = randomUUID();
    const create = () => send(account, '/labels', key, { title: 'vip' });

    await create();
    proxy.cut(/commit/, 1, false);
    const failed = await create();
    const repeated = await create();
    await cut.stop();
    await proxy.stop();
    await place.remove();

    expect([failed.status, failed.headers.get('Idempotent-Replayed')]).toEqual([503, null]);
    expect([repeated.status, repeated.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
  });

  it('is answered again only to a caller who may still do it', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const become = (role: string) => account.call('PATCH', `/agents/${agent.id}`, { role });
    const key = randomUUID();
    const create = () => send(account, '/webhooks', key, { url: 'https://hooks.example.com/' }, agent.token);

    await become('administrator');
    const done = await create();
    await become('agent');
    const refused = await create();
    await become('administrator');
    const repeated = await create();
    await account.call('DELETE', `/agents/${agent.id}`);
    const gone = await create();

    expect([done.status, refused.status, refused.body.error]).toEqual([201, 403, 'Access denied']);
    expect([repeated.status, repeated.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(repeated.body).toEqual(done.body);
    expect(gone.status).toBe(401);
  });
});

type Found = { meta: { count: number; all_count: number } };

function keptWith(key: string) {
  return test.rows().selectFrom('idempotent_requests').select('status').where('key', '=', key).execute();
}
