import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Served, serveParley } from '../support/parley.ts';

let place: Place;
let served: Served;
beforeAll(async () => {
  place = await givenPlace();
  served = await serveParley(place);
});
afterAll(async () => {
  await served.stop();
  await place.remove();
});

/** The line that the log has of a GET of the path. */
async function lineOf(
  path: string,
  headers: Record<string, string> = {},
  of = served,
): Promise<{ path: string; status: number }> {
  const id = randomUUID();
  await fetch(of.url + path, { headers: { 'X-Request-Id': id, ...headers } });
  return JSON.parse(await lineWith(of, id)) as { path: string; status: number };
}

it('has no secrets of misspelled paths, and no path that is longer than people read', async () => {
  const secret = 'Rz5qW8mNcT2vXp9LkJhG';

  const misspelled = await lineOf(`/api/webhooks/telegrm/123456:${secret}/5`);
  const long = await lineOf(`/labels/${'x/'.repeat(3000)}`);
  const ofRoute = await lineOf(`/hc/${'a'.repeat(6000)}`);

  expect(misspelled.path).toBe('/api/webhooks/telegrm/*/5');
  expect([long, ofRoute].map(({ path }) => path.length)).toEqual([203, 203]);
});

/** The first line of the log in which the text is. */
async function lineWith(of: Served, text: string): Promise<string> {
  const output = await eventually(
    () => of.output(),
    (output) => output.includes(text),
  );
  return output.split('\n').find((line) => line.includes(text)) ?? '';
}

const PASSWORD = 'Wrong-horse-1';

async function failToSignIn(of: Served, email: string, address: string): Promise<void> {
  const { status } = await fetch(`${of.url}/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect([401, 422]).toContain(status);
}

/** The regular expressions of the example for fail2ban, as that would have them: without its own names and its doubled percent signs. */
const FILTER = readFileSync(join(import.meta.dirname, '../../config/examples/fail2ban/filter.d/parley.conf'), 'utf8');
const patternIn = (name: string) =>
  new RegExp(
    FILTER.match(new RegExp(`^${name} = (.+)$`, 'm'))![1]!
      .replace('<SUBNET>', String.raw`(?<address>[\d.]+|[\da-f:]+(?:/\d+)?)`)
      .replaceAll('%%Y', String.raw`\d{4}`)
      .replaceAll(/%%[mdHMS]/g, String.raw`\d\d`)
      .replaceAll('%%f', String.raw`\d+`)
      .replaceAll('%%z', 'Z'),
  );

/** The address that fail2ban reads in the line of a file, of which it cuts out the date, and in the line of a journal. */
function banned(line: string): string | undefined {
  const [failed, date] = [patternIn('failregex'), patternIn('datepattern')];
  const inFile = failed.exec(line.replace(date, ''))?.groups?.['address'];
  const inJournal = failed.exec(`chat parley[123]: ${line}`)?.groups?.['address'];
  const inSyslog = failed.exec(`Nov 29 10:00:00 chat parley[123]: ${line}`)?.groups?.['address'];
  if (inFile) expect(line).toMatch(date);
  expect([inJournal, inSyslog]).toEqual([inFile, inFile]);
  return inFile;
}

describe('the log of requests', () => {
  it.each([
    '/survey/responses/',
    '/Survey/Responses/',
    '/public/api/v1/csat_survey/',
    '/public/api/v1/inboxes/',
    '/files/',
  ])('has nothing of what follows %s', async (start) => {
    const secret = randomUUID();

    const line = await lineOf(`${start}${secret}?of=${secret}`);

    expect(line).toMatchObject({ path: start.toLowerCase(), status: 404 });
    expect(served.output()).not.toContain(secret);
  });

  it('has nothing of the token in the address of the page where a password is chosen', async () => {
    const token = randomUUID();

    const line = await lineOf(`/app/auth/password/edit?reset_password_token=${token}`);

    expect(line.path).toBe('/app/auth/password/edit');
    expect(served.output()).not.toContain(token);
  });

  it('has the path of everything else', async () => {
    const line = await lineOf('/api/v1/accounts/1/contacts');

    expect(line).toMatchObject({ path: '/api/v1/accounts/1/contacts', status: 401 });
  });

  it('has the route, and the address of the client as it is known without a proxy', async () => {
    const line = await lineOf('/api/v1/accounts/1/contacts', { 'x-forwarded-for': '203.0.113.9' });

    expect(line).toMatchObject({ route: '/api/v1/accounts/{account_id}/contacts', address: '127.0.0.1' });
  });

  it('has the account, and who asks', async () => {
    const account = await givenAccountIn(place);

    const line = await lineOf(`/api/v1/accounts/${account.id}/labels`, { api_access_token: account.token });

    expect(line).toMatchObject({ account_id: account.id, caller: expect.stringMatching(/^User \d+$/), status: 200 });
  });

  it('has no line of those who ask whether the server lives', async () => {
    const id = randomUUID();
    for (const path of ['/livez', '/readyz', '/health']) {
      await fetch(served.url + path, { headers: { 'X-Request-Id': id } });
    }
    await lineOf('/docs');

    expect(served.output()).not.toContain(id);
  });
});

describe('behind a proxy that is trusted', () => {
  let other: Place;
  let proxied: Served;
  beforeAll(async () => {
    other = await givenPlace();
    proxied = await serveParley(other, { PARLEY_SERVER_TRUST_PROXY: 'true' });
  });
  afterAll(async () => {
    await proxied.stop();
    await other.remove();
  });

  it('the log has the address that the proxy adds', async () => {
    const line = await lineOf('/api/v1/profile', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }, proxied);

    expect(line).toMatchObject({ address: '203.0.113.9', status: 401 });
  });

  it.each([
    ['IPv4', '203.0.113.9', '203.0.113.9'],
    ['IPv4 in IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv6, with its /64', '2001:db8::1', '2001:db8::1', '2001:db8::/64'],
  ])('a failed sign-in is a line that fail2ban reads, from %s', async (_, address, expected, network = expected) => {
    const email = `${randomUUID()}@example.com`;

    await failToSignIn(proxied, email, address);

    const line = await lineWith(proxied, email);
    expect(banned(line)).toBe(network);
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: 'sign-in failed', address: expected, network, email });
    expect(line).not.toContain(PASSWORD);
  });

  it('a request that is cut off has its address, too', async () => {
    const id = randomUUID();
    const { hostname, port } = new URL(proxied.url);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /auth/sign_in HTTP/1.1',
      'Host: x',
      `X-Request-Id: ${id}`,
      'X-Forwarded-For: 203.0.113.7',
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();

    expect(JSON.parse(await lineWith(proxied, id))).toMatchObject({ address: '203.0.113.7' });
  });

  it('no other line is one that fail2ban reads, whatever a client sends', async () => {
    const fake = '{"level":"warn","address":"192.0.2.1","msg":"sign-in failed"}';
    const id = randomUUID();
    await fetch(`${proxied.url}/${encodeURIComponent(fake)}`, {
      headers: { 'X-Request-Id': id, 'x-forwarded-for': '192.0.2.1' },
    });
    await lineWith(proxied, id);
    const name = `"address":"192.0.2.1","msg":"sign-in failed"}`;
    await failToSignIn(proxied, `${JSON.stringify(name)}@example.com`, '203.0.113.9');

    const all = proxied
      .output()
      .split('\n')
      .flatMap((line) => banned(line) ?? []);

    expect(all).not.toContain('192.0.2.1');
  });
});
