import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { eventually } from '../../support/eventually.ts';
import { announce, described, givenBlob } from '../../support/files/uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const RESOLVE = [{ action_name: 'resolve_conversation', action_params: [] }];

async function create(account: TestAccount, body: object = {}, token?: string) {
  const given = { name: 'Close', actions: RESOLVE, ...body };
  const { status, body: answer, text } = await account.call('POST', '/macros', given, token ? { token } : {});
  if (status !== 201) throw new Error(text);
  return answer.payload;
}

const as = (token: string) => ({ token });

describe('POST /macros', () => {
  it('creates a macro of the caller', async () => {
    const account = await givenAccount(test);
    const actions = [
      { action_name: 'assign_agent', action_params: ['self'] },
      { action_name: 'add_label', action_params: ['vip', 'new'] },
      { action_name: 'assign_team', action_params: ['nil'] },
    ];

    const macro = await create(account, { actions });

    expect(macro).toEqual({
      id: expect.any(Number),
      name: 'Close',
      visibility: 'personal',
      created_by: expect.objectContaining({ id: account.administrator.id, name: 'Ada Admin' }),
      updated_by: expect.objectContaining({ id: account.administrator.id }),
      account_id: account.id,
      actions: [actions[0], actions[1], { action_name: 'assign_team', action_params: [null] }],
    });
    expect((await account.call('GET', `/macros/${macro.id}`)).body.payload).toEqual(macro);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ actions: [] }, 'actions'],
    [{ actions: 'resolve' }, 'actions'],
    [{ actions: Array(51).fill(RESOLVE[0]) }, 'actions'],
    [{ actions: [{}] }, 'actions[0].action_name'],
    [{ actions: [{ action_name: 'add_label', action_params: 'vip' }] }, 'actions[0].action_params'],
    [{ actions: [{ action_name: 'add_label' }] }, 'actions'],
    [{ actions: [{ action_name: 'add_label', action_params: [' '] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_message', action_params: [] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_message', action_params: ['\u0000'] }] }, 'actions'],
    [{ actions: [{ action_name: 'assign_agent', action_params: ['him'] }] }, 'actions'],
    [{ actions: [{ action_name: 'change_status', action_params: ['closed'] }] }, 'actions'],
    [{ actions: [{ action_name: 'change_priority', action_params: ['huge'] }] }, 'actions'],
    [{ actions: [{ action_name: 'snooze_conversation', action_params: ['soon'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_email_transcript', action_params: ['nobody'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_attachment', action_params: ['unsigned'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_attachment', action_params: [999_999] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_webhook_event', action_params: ['http://hooks.example.com/'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_webhook_event', action_params: ['hooks'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_email_to_team', action_params: [{ team_ids: [1] }] }] }, 'actions'],
  ])('refuses %j', async (more, field) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/macros', { name: 'Close', actions: RESOLVE, ...more });

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.attributes).toContain(field);
  });

  it('names an action that there is not', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/macros', { name: 'x', actions: [{ action_name: 'constructor' }] });

    expect(body.message).toContain('Macro execution actions constructor not supported.');
  });
});

describe('a macro', () => {
  it('is seen by all if it is global, and else by its author', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const mine = await create(account);
    const global = await create(account, { visibility: 'global' });
    const theirs = await create(account, {}, agent.token);

    const ids = async (token: string) =>
      (await account.call('GET', '/macros', undefined, as(token))).body.payload.map(({ id }: { id: number }) => id);

    expect(await ids(account.administrator.token)).toEqual([mine.id, global.id]);
    expect(await ids(agent.token)).toEqual([global.id, theirs.id]);
    expect((await account.call('GET', `/macros/${theirs.id}`)).body.error).toBe('Macro not found');
    expect((await account.call('DELETE', `/macros/${mine.id}`, undefined, as(agent.token))).status).toBe(404);
  });

  it('is global, or has events sent, only if an administrator says so', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const global = await create(account, { visibility: 'global' });
    const own = await create(account, {}, agent.token);
    const sending = [{ action_name: 'send_webhook_event', action_params: ['https://hooks.example.com/'] }];
    const send = (method: string, path: string, body?: object) =>
      account.call(method, path, body, as(agent.token)).then(({ status }) => status);

    const statuses = [
      await send('POST', '/macros', { name: 'x', visibility: 'global', actions: RESOLVE }),
      await send('POST', '/macros', { name: 'x', actions: sending }),
      await send('PATCH', `/macros/${own.id}`, { visibility: 'global' }),
      await send('PATCH', `/macros/${own.id}`, { actions: sending }),
      await send('PATCH', `/macros/${global.id}`, { name: 'x' }),
      await send('DELETE', `/macros/${global.id}`),
    ];

    expect(statuses).toEqual(Array(6).fill(403));
    expect((await account.call('GET', '/macros')).body.payload).toEqual([global]);
  });

  it('is changed, and deleted', async () => {
    const account = await givenAccount(test);
    const macro = await create(account);

    const changed = await account.call('PATCH', `/macros/${macro.id}`, { macro: { name: 'Done', visibility: 1 } });
    const deleted = await account.call('DELETE', `/macros/${macro.id}`);

    expect(changed.body.payload).toMatchObject({ name: 'Done', visibility: 'global', actions: macro.actions });
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    expect((await account.call('GET', '/macros')).body.payload).toEqual([]);
  });
});

describe('the files of a macro', () => {
  async function given() {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const upload = () => givenBlob(test, account, conversation, 'price list', 'prices.txt');
    const sending = (...ids: unknown[]) => [{ action_name: 'send_attachment', action_params: ids }];
    return { account, conversation, upload, sending };
  }

  it('are shown, kept while it sends them, and removed with it', async () => {
    const { account, upload, sending } = await given();

    const macro = await create(account, { actions: sending(await upload(), await upload()) });
    const [first, second] = macro.files;
    const { body } = await account.call('PATCH', `/macros/${macro.id}`, { actions: sending(second.blob_id) });
    const gone = (url: string) =>
      eventually(
        async () => (await test.request('GET', new URL(url).pathname)).status,
        (status) => status === 404,
      );

    expect(first).toEqual({
      id: first.blob_id,
      macro_id: macro.id,
      file_type: 'text/plain',
      account_id: account.id,
      file_url: expect.stringMatching(/prices\.txt$/),
      blob_id: expect.any(Number),
      filename: 'prices.txt',
    });
    expect(macro.actions[0].action_params).toEqual([first.blob_id, second.blob_id]);
    expect(body.payload.files).toEqual([second]);
    await gone(first.file_url);
    await account.call('DELETE', `/macros/${macro.id}`);
    await gone(second.file_url);
  });

  it('are refused if they have not been sent, are another macro’s or another account’s, or are named without a signature', async () => {
    const { account, conversation, upload, sending } = await given();
    const other = await given();
    const announced = await announce(account, conversation, described('later'));
    const used = await create(account, { actions: sending(await upload()) });

    await upload();
    const { id: unsigned } = await test
      .rows()
      .selectFrom('blobs')
      .select('id')
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

    const answers = await Promise.all(
      [announced.signed_id, used.files[0].blob_id, await other.upload(), unsigned].map((id) =>
        account.call('POST', '/macros', { name: 'x', actions: sending(id) }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await account.call('GET', '/macros')).body.payload).toHaveLength(1);
  });
});
