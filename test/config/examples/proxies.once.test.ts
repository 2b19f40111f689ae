import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type TestApp, givenApp } from '../../support/app.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenLog } from '../../support/neighbours/log.ts';
import { givenProxy, PROXIES } from '../../support/neighbours/proxies.ts';
import { isInstalled } from '../../support/neighbours/programs.ts';
import { onlyIf } from '../../support/only.ts';

/** More than proxies take unless they are told: 1 MB for nginx. */
const FILE_BYTES = 3_000_000;

describe.each(Object.entries(PROXIES))('%s as in the guide', (name, { program }) => {
  const given = onlyIf(isInstalled(program), it);
  const log = givenLog();
  let test: TestApp;
  let account: TestAccount;
  let proxy: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    if (!isInstalled(program)) return;
    test = await givenApp({ 'server.trust_proxy': 'true', 'log.level': 'info' }, { log: log.stream, jobs: false });
    account = await givenAccount(test);
    proxy = await givenProxy(name, Number(new URL(test.url).port));
  });
  afterAll(async () => {
    await proxy?.stop();
    await test?.stop();
  });

  given('passes the header with the token on', async () => {
    const { status } = await fetch(`${proxy.url}/api/v1/profile`, {
      headers: { api_access_token: account.administrator.token },
    });

    expect(status).toBe(200);
  });

  given('opens the socket', async () => {
    const socket = new WebSocket(`${proxy.url.replace('https', 'wss')}/cable`, ['actioncable-v1-json'], {
      origin: proxy.url,
    });
    const [frame] = await once(socket, 'message');
    socket.terminate();

    expect(JSON.parse(String(frame))).toEqual({ type: 'welcome' });
  });

  given('takes a file of the size that messages may have', async () => {
    const { id } = await givenConversation(account);
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.set('attachments[]', new Blob([new Uint8Array(FILE_BYTES)]), 'a.bin');

    const { status } = await fetch(`${proxy.url}${account.path}/conversations/${id}/messages`, {
      method: 'POST',
      headers: { 'api-access-token': account.administrator.token },
      body: form,
    });

    expect(status).toBe(201);
  });

  given('tells where the client is, whatever the client says', async () => {
    const id = `proxied-${name}`;
    await fetch(`${proxy.url}/docs`, { headers: { 'X-Forwarded-For': '192.0.2.1', 'X-Request-Id': id } });

    const line = log.lines().find(({ request_id }) => request_id === id);
    expect(line).toMatchObject({ address: '127.0.0.1' });
  });
});
