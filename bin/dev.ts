import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf } from '../src/cli/demo/addresses.ts';
import { servedAddress } from '../src/cli/served-address.ts';
import { answers } from './dev/answers.ts';
import { dataDirFor, DEV, forgetSignIn, keptSignIn, ROOT, settingsFile, type SignIn } from './dev/folder.ts';
import { freePort } from './dev/free-port.ts';
import { RestartingServer } from './dev/restarting-server.ts';
import { watchSources } from './dev/watch-sources.ts';

const USUAL_PORT = 3000;

const HELP = `Usage: npm run dev -- [options]

Serves Parley from its sources with a seeded company, and starts it again when a file in src/, config/ or templates/ changes.

  --port <number>         the port to listen on (default: PORT, or the first free one from ${USUAL_PORT} on)
  --database-url <url>    postgres://user:password@host:5432/name; without it, a SQLite file in .dev/
  --reset                 begin anew with an empty database; not with --database-url
  -h, --help              print this help
`;

const { port: wantedPort, databaseUrl, isReset } = readOptions();
const dataDir = dataDirFor(databaseUrl);
await refuseSecond();
if (isReset) rmSync(dataDir, { recursive: true, force: true });
const env = {
  ...process.env,
  // Compiled code of the sources: each start takes half as long.
  NODE_COMPILE_CACHE: join(DEV, 'compiled'),
  PARLEY_DATA_DIR: dataDir,
  PARLEY_SERVER_DRAIN_SECONDS: '1',
  ...(databaseUrl && { PARLEY_DATABASE_URL: databaseUrl }),
};
const signIn = keptSignIn(dataDir) ?? (await seed());
const port = await choosePort();
const url = `http://127.0.0.1:${port}`;
let isShown = false;
let isEnding = false;

const server = new RestartingServer({
  url,
  // The whole error names the file and the line of a mistake.
  args: [
    join(ROOT, 'bin/parley.js'),
    '--debug',
    '--config',
    settingsFile(),
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ],
  env,
  onReady() {
    if (!isShown) void show();
    isShown = true;
  },
  onEnd(code) {
    if (isEnding) return;
    say(`the server has ended${code === null ? '' : ` (${code})`}; it starts again with the next change`);
  },
});
const unwatch = watchSources(
  ROOT,
  (file) => {
    say(`${file} changed, starting again`);
    void server.restart();
  },
  ({ message }) => say(`changes are not seen: ${message}`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return;
    isEnding = true;
    unwatch();
    // A terminal sends Ctrl-C to all of its processes.
    await server.stop(signal === 'SIGINT' && process.stdin.isTTY);
    process.exit(0);
  });
}
await server.restart();

function readOptions(): { port: number | null; databaseUrl: string | undefined; isReset: boolean } {
  const options = {
    port: { type: 'string' },
    'database-url': { type: 'string' },
    reset: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const databaseUrl = values['database-url'] ?? (process.env['PARLEY_DATABASE_URL'] || undefined);
    if (values.reset && databaseUrl) throw new Error('--reset removes no PostgreSQL database: name an empty one');
    return { port: portOf(values.port ?? process.env['PORT']), databaseUrl, isReset: values.reset };
  } catch (error) {
    return end(`${(error as Error).message}; see "npm run dev -- --help"`, 2);
  }
}

function portOf(text: string | undefined): number | null {
  if (!text) return null;
  if (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536) return Number(text);
  throw new Error(`"${text}" is not a port`);
}

/** Fills the empty database; what goes wrong is printed by the command. */
async function seed(): Promise<SignIn> {
  say('making a company to work with');
  const args = [join(ROOT, 'bin/seed.ts'), ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const [code] = (await once(child, 'exit')) as [number | null];
  const made = keptSignIn(dataDir);
  return made ?? end(`the company was not made${existsSync(dataDir) ? `; see ${dataDir}` : ''}`, code ?? 1);
}

async function choosePort(): Promise<number> {
  if (wantedPort === null) {
    const free = await freePort(USUAL_PORT);
    return free ?? end(`no port from ${USUAL_PORT} on is free: name one with --port`, 1);
  }
  if (await freePort(wantedPort, 1)) return wantedPort;
  return end(`port ${wantedPort} is in use: stop the program that has it, or name another with --port`, 1);
}

/** Prints how to get in; ends where the database is not the one any more that was seeded. */
async function show(): Promise<void> {
  const { status } = await fetch(`${url}/api/v1/profile`, { headers: { api_access_token: signIn.access_token } });
  if (status !== 401) return void process.stdout.write(welcome(signIn));
  isEnding = true;
  forgetSignIn(dataDir);
  await server.stop(false);
  end('the database does not have the company any more that was made for it: start again, and another one is made', 1);
}

/** Ends where another `npm run dev` has the data directory. */
async function refuseSecond(): Promise<void> {
  const address = servedAddress({ data_dir: dataDir, server: { public_url: '' } });
  if (address === null) return;
  if (await answers(`${address}/livez`)) end(`another server of ${dataDir} runs at ${address}: end it first`, 1);
}

function welcome({ account, email, password, access_token: token, website_token: websiteToken, slug }: SignIn): string {
  const { widget, help_centre: help, docs } = addressesOf(url, { websiteToken, slug });
  return `
Parley from source  ${url}
  Sign in           ${email}
  Password          ${password}
  Access token      ${token}
  Account           ${account.id}, ${account.name}
  Widget            ${widget}
  Help centre       ${help}
  API               ${docs}

  curl -H "api_access_token: ${token}" ${url}/api/v1/accounts/${account.id}/conversations

Changes in src/, config/ and templates/ start it again. Ctrl-C ends it; --reset begins anew.

`;
}

function say(text: string): void {
  process.stdout.write(`dev: ${text}\n`);
}

function end(reason: string, code: number): never {
  process.stderr.write(`dev: ${reason}\n`);
  process.exit(code);
}
