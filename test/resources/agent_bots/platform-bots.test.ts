import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation, givenInbox } from '../../support/factories.ts';
import { givenPlatform, grant } from '../../support/platform/platform.ts';
import { PIXEL } from '../../support/files/media.ts';
import { formWith } from '../../support/files/pictures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const BOT = { name: 'Bo', description: 'Answers', outgoing_url: 'https://bots.example.com/events' };

describe('POST /platform/api/v1/agent_bots', () => {
  it('makes a bot of an account, whose token works there', async () => {
    const platform = await givenPlatform(test);
    const account = await givenAccount(test);
    await grant(test, platform, 'Account', account.id);

    const { status, body } = await platform.call('POST', '/agent_bots', { ...BOT, account_id: account.id });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...BOT,
        thumbnail: '',
        account_id: account.id,
        access_token: expect.any(String),
        secret: expect.stringMatching(/^whsec_/),
      },
    ]);
    const { id } = await givenConversation(account);
    const seen = await test.request('GET', `${account.path}/conversations/${id}`, { token: body.access_token });
    expect(seen.status).toBe(200);
    expect((await platform.call('GET', `/agent_bots/${body.id}`)).body).toEqual({ ...body, access_token: null });
    expect((await platform.call('GET', '/agent_bots')).body).toEqual([{ ...body, access_token: null }]);
  });

  it('makes a bot of the installation, which every account may use', async () => {
    const platform = await givenPlatform(test);
    const account = await givenAccount(test);

    const { body } = await platform.call('POST', '/agent_bots', BOT);

    expect(body.account_id).toBeNull();
    expect((await account.call('GET', `/agent_bots/${body.id}`)).body).toMatchObject({ name: 'Bo', system_bot: true });
    await platform.call('DELETE', `/agent_bots/${body.id}`);
  });

  it("refuses another program's account, private addresses and what is no name", async () => {
    const platform = await givenPlatform(test);
    const account = await givenAccount(test);
    const bodies = [
      { ...BOT, account_id: account.id },
      { ...BOT, account_id: 999_999_999 },
      { ...BOT, outgoing_url: 'https://127.0.0.1/' },
      { ...BOT, avatar_url: 'http://10.0.0.1/face.png' },
      { ...BOT, name: '' },
    ];

    const answers = [];
    for (const body of bodies) answers.push((await platform.call('POST', '/agent_bots', body)).status);

    expect(answers).toEqual([403, 404, 422, 422, 422]);
  });
});

describe('a bot of the program', () => {
  it('is changed, with its picture, and moved to another account', async () => {
    const platform = await givenPlatform(test);
    const [first, second] = [await givenAccount(test), await givenAccount(test)];
    for (const account of [first, second]) await grant(test, platform, 'Account', account.id);
    const { body: bot } = await platform.call('POST', '/agent_bots', { ...BOT, account_id: first.id });
    const inbox = await givenInbox(first);
    await first.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id });

    const pictured = await platform.call('PATCH', `/agent_bots/${bot.id}`, formWith('avatar', PIXEL, { name: 'Bot' }));
    const bare = await platform.call('DELETE', `/agent_bots/${bot.id}/avatar`);
    const moved = await platform.call('PATCH', `/agent_bots/${bot.id}`, { account_id: second.id, outgoing_url: '' });

    expect([pictured.status, pictured.body.name]).toEqual([200, 'Bot']);
    expect(pictured.body.thumbnail).toMatch(/^http/);
    expect([bare.status, bare.body.thumbnail]).toEqual([200, '']);
    expect(moved.body).toMatchObject({ name: 'Bot', account_id: second.id, outgoing_url: null });
    expect((await first.call('GET', `/inboxes/${inbox.id}/agent_bot`)).body).toEqual({});
    expect((await first.call('GET', `/agent_bots/${bot.id}`)).status).toBe(404);
    expect((await second.call('GET', `/agent_bots/${bot.id}`)).status).toBe(200);
  });

  it('is deleted with its token', async () => {
    const platform = await givenPlatform(test);
    const { body: bot } = await platform.call('POST', '/agent_bots', BOT);

    const { status, text } = await platform.call('DELETE', `/agent_bots/${bot.id}`);

    expect([status, text]).toEqual([200, '']);
    expect((await platform.call('GET', `/agent_bots/${bot.id}`)).status).toBe(404);
    expect((await test.request('GET', '/api/v1/profile', { token: bot.access_token })).status).toBe(401);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['DELETE', '/avatar'],
  ])('cannot be used by another: %s agent_bots/{id}%s', async (method, below) => {
    const [mine, theirs] = [await givenPlatform(test), await givenPlatform(test)];
    const { body: bot } = await theirs.call('POST', '/agent_bots', BOT);
    const send = (id: number) => mine.call(method, `/agent_bots/${id}${below}`, method === 'PATCH' ? {} : undefined);

    const [foreign, absent] = [await send(bot.id), await send(999_999_999)];

    expect([foreign.status, foreign.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Agent bot not found']);
    await theirs.call('DELETE', `/agent_bots/${bot.id}`);
  });
});
