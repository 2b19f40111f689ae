import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { runParley, startParley } from '../../support/parley.ts';

const SETTINGS = { 'webhooks.allow_http': 'true', 'webhooks.allowed_networks': '127.0.0.0/8' };
const VARIABLES = { PARLEY_WEBHOOKS_ALLOW_HTTP: 'true', PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' };
const LISTENING = /Listening on (http:\S+);/;

let place: Place;
let server: TestApp;
beforeAll(async () => {
  place = await givenPlace();
  server = await givenApp(SETTINGS, { place });
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

/** `parley webhooks listen` with these options, once it listens. */
async function listening(args: string[], env: Record<string, string> = VARIABLES) {
  const command = await startParley(['webhooks', 'listen', '--port', '0', ...args], place, env);
  const said = await eventually(command.stderr, (text) => LISTENING.test(text));
  return { command, url: LISTENING.exec(said)![1]! };
}

describe('parley webhooks listen', () => {
  it('prints what a webhook is told, and that it is signed with its secret', async () => {
    const account = await givenAccount(server);
    const conversation = await givenConversation(account);
    const made = await account.call('POST', '/webhooks', {
      url: 'http://127.0.0.1:9',
      subscriptions: ['message_created'],
    });
    const { command, url } = await listening(['--webhook', String(made.body.id)]);
    await account.call('PATCH', `/webhooks/${made.body.id}`, { url });

    await reply(account, conversation, { content: 'On its way!' });
    const text = await eventually(command.stdout, (said) => said.includes('On its way!'));
    const code = await command.interrupt();

    expect(text).toMatch(/^message_created, event \d+: signed with the secret\n {2}On its way!/m);
    expect(code).toBe(0);
  });

  it('says where nothing has signed what came, and prints whole deliveries with --json', async () => {
    const account = await givenAccount(server);
    const { body: webhook } = await account.call('POST', '/webhooks', {
      url: 'http://127.0.0.1:9',
      subscriptions: ['message_created'],
    });
    const { command, url } = await listening(['--webhook', String(webhook.id), '--json']);

    await fetch(`${url}/some`, { method: 'POST', body: '{"event":"message_created"}' });
    const line = await eventually(command.stdout, (said) => said.endsWith('\n'));
    await command.interrupt();

    expect(JSON.parse(line)).toMatchObject({ path: '/some', signed: false, body: { event: 'message_created' } });
  });

  it('names the settings without which no webhook leads to it', async () => {
    const { command } = await listening([], {});
    const code = await command.interrupt();

    expect(command.stderr()).toContain('webhooks.allow_http');
    expect(code).toBe(0);
  });

  it('names a webhook that there is not', async () => {
    const { code, stderr } = await runParley(['webhooks', 'listen', '--webhook', '999999'], place, VARIABLES);

    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no webhook 999999')]);
  });
});
