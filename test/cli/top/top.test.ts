import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Figures } from '../../../src/cli/top/figures.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { freePort } from '../../support/database/postgres.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { onlyIf } from '../../support/only.ts';
import { runParley, type Served, serveParley } from '../../support/parley.ts';

let place: Place;
let served: Served;
beforeAll(async () => {
  place = await givenPlace();
  served = await serveParley(place, {}, ['--no-jobs']);
  const job = { kind: 'welcome', payload: '{}' as never, due_at: new Date(0), created_at: new Date() };
  await withRows(place, (rows) => rows.insertInto('jobs').values(job).execute());
});
afterAll(async () => {
  await served.stop();
  await place.remove();
});

const top = (...args: string[]) => runParley(['top', '--url', served.url, ...args], place);

describe('parley top', () => {
  it('gives the figures of the running server as a document', async () => {
    const asking = setInterval(() => void fetch(`${served.url}/livez`), 20);
    const { code, stdout, stderr } = await top('--json');
    clearInterval(asking);

    const figures = JSON.parse(stdout) as Figures & { url: string };
    expect([code, stderr]).toEqual([0, '']);
    expect(figures).toMatchObject({
      url: served.url,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      sockets: 0,
      jobs: { due: 1, running: 0, later: 0, dead: 0 },
      deliveries: { due: 0, running: 0, later: 0, attempts_per_second: 0 },
      messages: { to_send: 0, to_handle: 0 },
      database: { up: true },
    });
    expect(figures.requests.per_second).toBeGreaterThan(1);
    expect(figures.requests.p50_ms).toBeGreaterThan(0);
    expect(figures.requests.p99_ms).toBeGreaterThanOrEqual(figures.requests.p50_ms!);
    expect(figures.memory_bytes).toBeGreaterThan(10e6);
    expect(figures.database.size_bytes).toBeGreaterThan(100_000);
  });

  it.each([[['--once']], [[]]])('prints them once where the output is no terminal, with %j', async (args) => {
    const { code, stdout } = await top(...args);

    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^Parley \\S+ at ${served.url}, up \\d+ `));
    expect(lines.slice(2).map((line) => line.slice(0, 13).trim())).toEqual([
      'requests',
      'sockets',
      'jobs',
      'deliveries',
      'messages',
      'memory',
      'event loop',
      'database',
    ]);
    expect(stdout).toMatch(/^jobs {9}1 due for \d+ d \d+ h {3}0 running {3}0 later {3}0 given up$/m);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('finds the server by its settings', async () => {
    const { host } = new URL(served.url);
    const [address = '', port = ''] = host.split(':');

    const { code, stdout } = await runParley(['top', '--json'], place, {
      PARLEY_SERVER_HOST: address,
      PARLEY_SERVER_PORT: port,
    });

    expect([code, JSON.parse(stdout).url]).toEqual([0, served.url]);
  });

  it('says that no server runs', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;

    const { code, stdout, stderr } = await runParley(['top', '--url', url], place);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`parley: no server answers at ${url}: start "parley serve", or name its address with --url\n`);
  });

  it('says that the server has another secret key', async () => {
    const { code, stderr } = await runParley(['top', '--url', served.url], place, { PARLEY_SECRET_KEY: 'another' });

    expect(code).toBe(1);
    expect(stderr).toContain('of another secret key');
  });

  it('says that there is no installation', async () => {
    const dataDir = join(place.dataDir, 'nothing');

    const { code, stderr } = await runParley(['top', '--url', served.url], { ...place, dataDir });

    expect([code, stderr]).toEqual([
      1,
      `parley: there is no installation in ${dataDir}: name its data directory with --data-dir\n`,
    ]);
  });

  it('says that another program answers', async () => {
    const other = await otherProgram();

    const { code, stderr } = await runParley(['top', '--url', other.url], place);
    other.server.close();

    expect(code).toBe(1);
    expect(stderr).toContain('is no server of Parley');
  });

  it.each([
    [['--url', 'localhost'], {}, '--url must be an address'],
    [[], { PARLEY_SERVER_PORT: '0' }, 'name the address of the server with --url'],
  ])('does not take %j with %j', async (args, env, message) => {
    const { code, stderr } = await runParley(['top', ...args], place, env as Record<string, string>);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

/** The program that gives others a terminal, which most machines with Linux have. */
const hasScript = spawnSync('script', ['--version']).status === 0;

onlyIf(hasScript, describe)('parley top on a terminal', () => {
  /** What it draws until q is pressed, which is when it has drawn the figures. */
  async function drawn(env: Record<string, string>): Promise<string> {
    // From the sources: what draws on terminals cannot be in the one script that other tests start.
    const binary = process.env['PARLEY_TEST_BINARY'];
    const program = binary ? [binary] : [process.execPath, join(import.meta.dirname, '../../../bin/parley.js')];
    const words = [...program, 'top', '--url', served.url].map((word) => `'${word}'`);
    const child = spawn(
      'script',
      ['-qec', `stty cols 80 rows 30; ${words.join(' ')}; echo "ended with $?"`, '/dev/null'],
      {
        env: { PATH: process.env['PATH'], TERM: 'xterm-256color', PARLEY_DATA_DIR: place.dataDir, ...env },
      },
    );
    let screen = '';
    child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
    const ended = once(child, 'close');
    await eventually(
      () => screen,
      (drawn) => drawn.includes('event loop') || drawn.includes('ended with'),
    );
    child.stdin.write('q');
    await ended;
    return screen;
  }

  it('draws the figures, and ends with q', async () => {
    const screen = await drawn({});

    expect(screen).toContain('event loop');
    expect(screen).toContain('q quits');
    expect(screen).toContain('ended with 0');
    // oxlint-disable-next-line no-control-regex
    expect(screen).toMatch(/\u001B\[\d*3\dm|\u001B\[2m/);
  });

  it('draws without colours under NO_COLOR', async () => {
    const screen = await drawn({ NO_COLOR: '1' });

    expect(screen).toContain('event loop');
    // oxlint-disable-next-line no-control-regex
    expect(screen).not.toMatch(/\u001B\[[\d;]*m/);
  });
});

async function otherProgram(): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
