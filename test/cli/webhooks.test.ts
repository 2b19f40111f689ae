import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenApp } from '../support/app.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

let place: Place;
let receiver: Receiver;
let account: number;
let hooks: number[];

beforeAll(async () => {
  place = await givenPlace();
  receiver = await givenReceiver();
  const { id, token } = await givenAccountIn(place);
  account = id;
  hooks = await givenWebhooks(token, [`${receiver.url}/one`, `${receiver.url}/two`]);
});
afterAll(async () => {
  await receiver.stop();
  await place.remove();
});

async function givenWebhooks(token: string, urls: string[]): Promise<number[]> {
  const server = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' }, { place, jobs: false });
  const ids: number[] = [];
  for (const url of urls) {
    const body = { url, subscriptions: ['message_created'] };
    ids.push((await server.request('POST', `/api/v1/accounts/${account}/webhooks`, { token, body })).body.id);
  }
  await server.stop();
  return ids;
}

function test(args: string[], env: Record<string, string> = {}) {
  const reachable = { PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: receiver.certificateFile };
  return runParley(['webhooks', 'test', ...args], place, { ...reachable, ...env });
}

describe('parley webhooks test', () => {
  it('sends a signed sample to each webhook and says how they answer', async () => {
    receiver.received.length = 0;
    receiver.reply = () => ({});

    const { code, stdout, stderr } = await test(['--account', String(account), '--json']);

    expect(JSON.parse(stdout)).toEqual([
      { webhook_id: hooks[0], url: `${receiver.url}/one`, status: 200, latency_ms: expect.any(Number), ok: true },
      { webhook_id: hooks[1], url: `${receiver.url}/two`, status: 200, latency_ms: expect.any(Number), ok: true },
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/one', '/two']);
    expect(receiver.received[0]?.body).toMatchObject({
      event: 'message_created',
      id: 0,
      sample: true,
      message: { content: expect.any(String) },
    });
    expect(receiver.received[0]?.headers).toMatchObject({
      'x-parley-signature': expect.any(String),
      'webhook-signature': expect.stringMatching(/^v1,/),
      'x-chatwoot-signature': expect.stringMatching(/^sha256=/),
    });
  });

  it('sends the event asked for to the webhook asked for, and shows people the headers', async () => {
    receiver.received.length = 0;
    receiver.reply = () => ({});

    const args = ['--account', String(account), '--webhook', String(hooks[1]), '--event', 'conversation_created'];
    const { stdout } = await test(args);

    expect(receiver.received.map(({ path, body }) => [path, body.event])).toEqual([['/two', 'conversation_created']]);
    expect(stdout).toMatch(/taken: status 200, after \d+ ms/);
    expect(stdout).toContain(`x-parley-signature: ${String(receiver.received[0]?.headers['x-parley-signature'])}`);
  });

  it('fails when a receiver answers with anything but 2xx', async () => {
    receiver.reply = ({ path }) => (path === '/two' ? { status: 500 } : {});

    const { code, stdout, stderr } = await test(['--account', String(account), '--json']);

    expect(JSON.parse(stdout)).toMatchObject([
      { status: 200, ok: true },
      { status: 500, ok: false },
    ]);
    expect([code, stderr]).toEqual([1, 'parley: 1 of 2 did not take the sample\n']);
  });

  it('fails when a receiver cannot be reached, and says why', async () => {
    const { code, stdout } = await test(['--account', String(account), '--json'], {
      PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '',
    });

    expect(JSON.parse(stdout)).toMatchObject([
      { status: null, ok: false, error: expect.any(String) },
      { status: null, ok: false, error: expect.any(String) },
    ]);
    expect(code).toBe(1);
  });

  it('says how a certificate is trusted that nobody vouches for', async () => {
    const { code, stdout } = await test(['--account', String(account), '--json'], { NODE_EXTRA_CA_CERTS: '' });

    const errors = (JSON.parse(stdout) as { error: string }[]).map(({ error }) => error);
    expect([code, new Set(errors).size]).toEqual([1, 1]);
    expect(errors[0]).toMatch(/^[A-Z_]+: the certificate is from no authority .* NODE_EXTRA_CA_CERTS$/);
  });

  it.each([
    [['--account', '999'], 1, 'Account not found'],
    [['--account', '1', '--webhook', '999'], 1, 'Webhook not found'],
    [['--account', '1', '--event', 'message_eaten'], 2, '--event must be one of'],
    [['--account', 'one'], 2, 'must be a number'],
    [[], 2, "required option '--account <id>' not specified"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await test(args);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('fails for an account without webhooks', async () => {
    const { id } = await givenAccountIn(place, 'bea@example.com');

    const { code, stderr } = await test(['--account', String(id)]);

    expect([code, stderr]).toEqual([
      1,
      `parley: account ${id} has no webhook: make one with POST /api/v1/accounts/${id}/webhooks\n`,
    ]);
  });
});
