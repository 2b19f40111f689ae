import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { reply } from '../../support/conversation-calls.ts';

let server: Server;
let url: string;
const paths: string[] = [];
let open: TestApp;
let closed: TestApp;
beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open = await givenApp({ 'network.allowed': '127.0.0.0/8', 'webhooks.allow_http': 'true' });
  closed = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterAll(async () => {
  await Promise.all([open.stop(), closed.stop()]);
  await new Promise((resolve) => server.close(resolve));
});

/** Asks for a receiver of each kind at the address. */
async function receiversAt(test: TestApp, address: string) {
  const account = await givenAccount(test);
  return [
    await account.call('POST', '/webhooks', { url: address, subscriptions: ['message_created'] }),
    await account.call('POST', '/agent_bots', { name: 'Bo', outgoing_url: address }),
    await account.call('POST', '/inboxes', { name: 'A', channel: { type: 'api', webhook_url: address } }),
  ];
}

const REFUSED = [422, 'Webhook URL must use HTTPS'];

describe('a receiver without TLS', () => {
  it('is delivered to inside of the allowed networks, where the operator allows it', async () => {
    const account = await givenAccount(open);
    const { status } = await account.call('POST', '/webhooks', {
      url: `${url}/events`,
      subscriptions: ['message_created'],
    });

    await reply(account, await givenConversation(account), { content: 'Hello' });

    expect(status).toBe(201);
    await eventually(
      async () => paths,
      (arrived) => arrived.includes('/events'),
    );
  });

  it('may be a webhook, a bot, or the program of an API inbox', async () => {
    const answers = await receiversAt(open, `${url}/kinds`);

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it.each(['http://10.1.2.3/', 'http://93.184.216.34/', 'ftp://127.0.0.1/'])(
    'is refused outside of these networks: %s',
    async (address) => {
      const answers = await receiversAt(open, address);

      expect(answers.map(({ status, body }) => [status, body.error])).toEqual([REFUSED, REFUSED, REFUSED]);
    },
  );

  it('is refused everywhere unless the operator allows it', async () => {
    const answers = await receiversAt(closed, url);

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(answers[0]!.text).toContain('url must start with https://');
  });

  it('gets nothing any more where the operator allows it no more', async () => {
    const account = await givenAccount(closed);
    const { body } = await account.call('POST', '/webhooks', {
      url: 'https://127.0.0.1/',
      subscriptions: ['message_created'],
    });
    await closed
      .rows()
      .updateTable('webhooks')
      .set({ url: `${url}/ended` })
      .where('id', '=', body.payload?.webhook?.id ?? body.id)
      .execute();

    await reply(account, await givenConversation(account), { content: 'Hello' });

    const attempts = await eventually(
      () =>
        closed
          .rows()
          .selectFrom('delivery_attempts as t')
          .innerJoin('deliveries as d', 'd.id', 't.delivery_id')
          .select('t.error')
          .where('d.account_id', '=', account.id)
          .execute(),
      (rows) => rows.length > 0,
    );
    expect(attempts[0]!.error).toContain('webhooks.allow_http is false');
    expect(paths).not.toContain('/ended');
  });
});
