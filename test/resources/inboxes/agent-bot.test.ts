import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenOwnBot(account: TestAccount) {
  const { access_token: _, ...bot } = (await account.call('POST', '/agent_bots', { name: 'Bo Bot' })).body;
  return bot;
}

describe('POST /inboxes/{id}/set_agent_bot', () => {
  it('connects a bot, replaces it, and disconnects it', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const [first, second] = [await givenOwnBot(account), await givenOwnBot(account)];
    const path = `/inboxes/${inbox.id}/set_agent_bot`;
    const shown = async () => (await account.call('GET', `/inboxes/${inbox.id}/agent_bot`)).body;
    const before = await shown();

    const answers = [];
    for (const agent_bot of [first.id, second.id, null, first.id, 0, first.id, undefined]) {
      answers.push([(await account.call('POST', path, { agent_bot })).body, await shown()]);
    }

    const one = { agent_bot: first };
    expect(before).toEqual({});
    expect(answers).toEqual([one, { agent_bot: second }, {}, one, {}, one, {}].map((bot) => [bot, bot]));
  });

  it('takes a bot of the installation', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const bot = await givenOwnBot(account);
    await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', bot.id).execute();

    const { body } = await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id });

    expect(body).toMatchObject({ agent_bot: { id: bot.id, account_id: null, system_bot: true } });
  });

  it("does not find another account's bot, or one that does not exist", async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const theirs = await givenOwnBot(await givenAccount(test));

    const answers = await Promise.all(
      [theirs.id, 99_999_999].map((agent_bot) =>
        account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot }),
      ),
    );

    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'Agent bot not found']);
    expect((await account.call('GET', `/inboxes/${inbox.id}/agent_bot`)).body).toEqual({});
  });

  it('refuses what is not a number', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const answer = await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: 'Bo' });

    expect(answer).toMatchObject({ status: 422, body: { attributes: ['agent_bot'] } });
  });

  it('makes new conversations of the inbox wait for the bot', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const bot = await givenOwnBot(account);
    const contact = (await account.call('POST', '/contacts', { name: 'Carla' })).body;

    await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id });

    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    expect(body.status).toBe('pending');
  });
});

describe('the bot of an inbox', () => {
  it('is seen by members without its secret, and set by administrators', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const { secret: _, ...bot } = await givenOwnBot(account);
    const member = await givenAgent(test, account);
    const other = await givenAgent(test, account, 'Olaf', { inboxes: [] });
    await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id });
    const path = `/inboxes/${inbox.id}`;

    const seen = await account.call('GET', `${path}/agent_bot`, undefined, { token: member.token });
    const denied = await account.call('GET', `${path}/agent_bot`, undefined, { token: other.token });
    const set = await account.call('POST', `${path}/set_agent_bot`, { agent_bot: null }, { token: member.token });

    expect(seen.body).toEqual({ agent_bot: bot });
    expect([denied.status, set.status]).toEqual([403, 403]);
  });
});
