import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const WITH_LOGIN = 'https://user:of-a-receiver@hooks.example.com/parley';
const WITHOUT = 'https://hooks.example.com/parley';

describe('a user and a password in an address that events go to', () => {
  it.each(['agent_bots', 'inboxes'])('are shown to administrators, and not to agents, of %s', async (kind) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'api', webhook_url: WITH_LOGIN });
    const { body: bot } = await account.call('POST', '/agent_bots', { name: 'Bot', outgoing_url: WITH_LOGIN });
    const agent = await givenAgent(test, account);
    const path = `/${kind}/${kind === 'inboxes' ? inbox.id : bot.id}`;

    const seen = await account.call('GET', path);
    const seenByAgent = await account.call('GET', path, undefined, { token: agent.token });

    expect([seen.body.webhook_url, seen.body.outgoing_url]).toContain(WITH_LOGIN);
    expect([seenByAgent.body.webhook_url, seenByAgent.body.outgoing_url]).toContain(WITHOUT);
    expect(seenByAgent.text).not.toContain('of-a-receiver');
  });

  it('are in no event', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'api', webhook_url: WITH_LOGIN });
    await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Renamed' });

    const { text, body } = await account.call('GET', '/events?after=0&limit=100');

    expect(body.payload.map(({ event }: { event: string }) => event)).toContain('inbox_updated');
    expect(text).toContain(WITHOUT);
    expect(text).not.toContain('of-a-receiver');
  });

  it('are in no conversation that the bot has', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const { body: bot } = await account.call('POST', '/agent_bots', { name: 'Bot', outgoing_url: WITH_LOGIN });
    const contact = await account.call('POST', '/contacts', { name: 'C' });
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.body.payload.contact.id,
    });
    const path = `/conversations/${conversation.id}`;
    const assigned = await account.call('POST', `${path}/assignments`, {
      assignee_id: bot.id,
      assignee_type: 'AgentBot',
    });

    const { text } = await account.call('GET', path);

    expect(assigned.status).toBe(200);
    expect(text).toContain(WITHOUT);
    expect(text + assigned.text).not.toContain('of-a-receiver');
  });
});
