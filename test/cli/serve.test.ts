import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { givenAccountIn } from '../support/account-in.ts';
import { givenApp } from '../support/app.ts';
import { givenAsciiPlace, givenPlace, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { withRows } from '../support/database/rows.ts';
import { onlyOn } from '../support/only.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';
import { freePort } from '../support/database/postgres.ts';

let place: Place;
let token: string;

beforeAll(async () => {
  place = await givenUnmigratedPlace();
  const created = await runParley(['create-account', '--name', 'Acme', '--email', 'ada@example.com', '--json'], place);
  token = JSON.parse(created.stdout).access_token;
});
afterAll(() => place.remove());

describe('parley serve', () => {
  it('says where it listens', async () => {
    const served = await serveParley(place);
    await served.stop();

    expect(served.output()).toContain(`Parley is listening on ${served.url}\n`);
  });

  it('warns when the mail server cannot be used, and serves', async () => {
    const server = `127.0.0.1:${await freePort()}`;
    const served = await serveParley(place, { PARLEY_MAIL_SMTP_URL: `smtp://parley:secret@${server}` }, ['--json']);
    await eventually(
      () => served.output(),
      (output) => output.includes('the mail server cannot be used'),
    );
    const { status } = await fetch(`${served.url}/livez`);
    await served.stop();

    expect(status).toBe(200);
    expect(served.output()).toContain(`"server":"${server}"`);
    expect(served.output()).not.toContain('secret');
  });

  it('says it under --json as a line of the log, and writes nothing else', async () => {
    const served = await serveParley(place, {}, ['--json']);
    await served.stop();

    const lines = served
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', msg: `Parley is listening on ${served.url}`, url: served.url }),
    );
  });

  it('applies the migrations of an empty database, and serves what a command wrote before', async () => {
    const served = await serveParley(place);

    const profile = await fetch(`${served.url}/api/v1/profile`, { headers: { api_access_token: token } });

    expect(await profile.json()).toMatchObject({ email: 'ada@example.com', role: 'administrator' });
    expect(await served.stop()).toBe(0);
  });

  it('serves without jobs', async () => {
    const job = { kind: 'remove_files', payload: '{"keys":[]}' as never, due_at: new Date(), created_at: new Date() };
    await withRows(place, (rows) => rows.insertInto('jobs').values(job).execute());
    const served = await serveParley(place, {}, ['--no-jobs']);

    const answer = await fetch(`${served.url}/api/v1/profile`, { headers: { api_access_token: token } });

    expect(answer.status).toBe(200);
    expect(await served.stop()).toBe(0);
    const due = await withRows(place, (rows) =>
      rows.selectFrom('jobs').select(['status', 'attempts_count']).where('kind', '=', job.kind).execute(),
    );
    expect(due).toEqual([{ status: 'pending', attempts_count: 0 }]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers, after %s, the request that is under way, and takes no new connection',
    async (signal) => {
      const served = await serveParley(place);
      const request = await halfRequest(served);

      served.child.kill(signal);
      await untilStopping(served);
      await expect(newConnection(served)).rejects.toThrow('ECONNREFUSED');
      request.finish();

      expect(await request.answer).toMatch(/^HTTP\/1\.1 201 /);
      expect(await exitCode(served)).toBe(0);
    },
  );

  it('closes the connection of a busy client after SIGTERM', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_DRAIN_SECONDS: '600' });
    const request = await halfRequest(served, 'keep-alive');

    served.child.kill('SIGTERM');
    await untilStopping(served);
    request.finish('GET /livez HTTP/1.1\r\nHost: parley\r\n\r\n');

    expect(await request.answer).toMatch(/^HTTP\/1\.1 201 [^]*HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    expect(await exitCode(served)).toBe(0);
  });

  it('waits for a request no longer than configured', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_DRAIN_SECONDS: '0.1' });
    const request = await halfRequest(served);

    served.child.kill('SIGTERM');

    expect(await exitCode(served)).toBe(0);
    expect(await request.answer).toBe('');
  });

  it('ends at once at the second signal', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_DRAIN_SECONDS: '600' });
    const request = await halfRequest(served);

    served.child.kill('SIGTERM');
    await untilStopping(served);
    served.child.kill('SIGTERM');

    expect(await exitCode(served)).toBe(1);
    expect(await request.answer).toBe('');
  });
});

describe('parley serve refuses, in one line,', () => {
  it('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    const refused = await serve(['--port', String(port)]);
    other.close();

    expect(refused).toBe(
      `parley: port ${port} of 127.0.0.1 is in use: stop the program that has it, or take another with --port\n`,
    );
  });

  it('an address that the machine does not have', async () => {
    const refused = await serve(['--port', '0', '--host', '192.0.2.1']);

    expect(refused).toBe('parley: 192.0.2.1 is not an address of this machine: name another with --host\n');
  });

  it('a data directory that cannot be one', async () => {
    const file = join(place.dataDir, 'a-file');
    writeFileSync(file, '');

    const refused = await serve(['--port', '0', '--data-dir', file]);

    expect(refused).toMatch(/^parley: the data directory \S+a-file cannot be used .*--data-dir\n$/);
  });

  it.each([
    ['webhooks', { url: 'https://example.com/hook', subscriptions: ['message_created'] }],
    ['agent_bots', { name: 'Bo Bot' }],
  ])('another secret key than the one that sealed the secrets of %s', async (path, body) => {
    const own = await givenPlace();
    const { id, token } = await givenAccountIn(own);
    const server = await givenApp({}, { place: own, jobs: false });
    await server.request('POST', `/api/v1/accounts/${id}/${path}`, { token, body });
    await server.stop();

    const { code, stderr } = await runParley(['serve', '--port', '0'], own, { PARLEY_SECRET_KEY: 'another' });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^parley: the secrets in the database were sealed with another key: .*PARLEY_SECRET_KEY\n$/);
    await own.remove();
  });

  onlyOn('sqlite', it)('a file that is no database', async () => {
    const own = await givenPlace();
    writeFileSync(join(own.dataDir, 'parley.db'), 'This is a letter to my aunt, and no database at all.'.repeat(100));

    const { code, stderr } = await runParley(['serve', '--port', '0'], own);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^parley: \S+parley\.db is damaged, or no database of Parley's .*\n$/);
    await own.remove();
  });

  onlyOn('postgresql', it)('a server that cannot be reached', async () => {
    const url = `postgres://127.0.0.1:${await freePort()}/parley`;

    const refused = await serve(['--port', '0', '--database-url', url]);

    expect(refused).toMatch(/^parley: cannot reach PostgreSQL at 127\.0\.0\.1:\d+ \(ECONNREFUSED\): .*\n$/);
  });

  onlyOn('postgresql', it)('a password that is wrong, without showing it', async () => {
    const url = place.databaseUrl.replace(/\/\/[^@]*@/, '//postgres:not-the-password@');

    const refused = await serve(['--port', '0', '--database-url', url]);

    expect(refused).toMatch(/^parley: PostgreSQL at \S+ refuses the user postgres /);
    expect(refused).not.toContain('not-the-password');
  });

  onlyOn('postgresql', it)('a database that does not exist', async () => {
    const refused = await serve(['--port', '0', '--database-url', place.databaseUrl.replace(/[^/]*$/, 'nowhere')]);

    expect(refused).toMatch(/^parley: PostgreSQL at \S+ has no database nowhere: create it/);
  });

  onlyOn('postgresql', it)('a database that was not made for UTF-8', async () => {
    const ascii = await givenAsciiPlace();

    const refused = await serve(['--port', '0', '--database-url', ascii.databaseUrl]);
    const { stdout } = await runParley(['doctor', '--json'], ascii);

    const problem = "the database's encoding is SQL_ASCII, not UTF8";
    expect(refused).toMatch(new RegExp(`^parley: ${problem}: make one with "createdb --encoding=UTF8 .*\\n$`));
    expect(stdout).toContain(`"status":"failed","message":"${problem}"`);
    await ascii.remove();
  });
});

/** What a server that must not start writes to standard error. */
async function serve(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runParley(['serve', ...args], place);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

/** A request of which the server has all but the last byte. */
async function halfRequest(
  { url }: Served,
  connection: 'close' | 'keep-alive' = 'close',
): Promise<{ finish(next?: string): void; answer: Promise<string> }> {
  const body = JSON.stringify({ name: 'Slow Writer' });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/accounts/1/contacts HTTP/1.1\r\nHost: ${hostname}\r\nConnection: ${connection}\r\napi_access_token: ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  // The server has read it when it has answered one that was sent later.
  await fetch(`${url}/livez`);
  return { finish: (next = '') => socket.write(body.slice(-1) + next), answer: readAll(socket) };
}

async function newConnection({ url }: Served): Promise<void> {
  const { hostname, port } = new URL(url);
  await once(connect(Number(port), hostname), 'connect');
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => {});
  await once(socket, 'close');
  return text;
}

async function untilStopping(served: Served): Promise<void> {
  while (!served.output().includes('"stopping"')) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function exitCode({ child }: Served): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
