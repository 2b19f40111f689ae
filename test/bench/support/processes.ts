import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/database/postgres.ts';

/** How a program is started: an executable, what its arguments begin with, and NODE_OPTIONS of servers that are watched (watched.ts). */
export type Program = { command: string; args: string[]; nodeOptions?: string };
export type Server = { child: ChildProcess; pid: number; url: string };
/** What a server runs on: a folder, and settings as variables of the environment. */
export type Installation = { dataDir: string; env: Record<string, string> };

/** The variables that turn mechanisms off, as the bench was given them. */
const TURNED_OFF = Object.entries(process.env).filter(([name]) => name.startsWith('PARLEY_TEST_NO_'));

/** Settings with which nothing that a bench asks for is refused or logged. */
export const UNLIMITED: Record<string, string> = {
  ...(Object.fromEntries(TURNED_OFF) as Record<string, string>),
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
  PARLEY_LOG_LEVEL: 'warn',
};

export const BINARY: Program = { command: join(import.meta.dirname, '../../../dist/parley'), args: [] };

/** Runs a command of the program to its end. Gives what it printed. @throws Error when it fails */
export async function runCommand(program: Program, args: string[], { dataDir, env }: Installation): Promise<string> {
  const child = spawn(program.command, [...program.args, ...args, '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${text}`);
  return text;
}

/** Makes the account 1 of an empty installation. Gives the access token of its administrator. */
export async function createAccount(program: Program, installation: Installation): Promise<string> {
  const args = ['create-account', '--name', 'Bench', '--email', 'bench@example.com', '--json'];
  const { access_token: token } = JSON.parse(await runCommand(program, args, installation)) as { access_token: string };
  return token;
}

/** Starts a server, and waits until it is ready. `log`: the number of an open file for its log; it is dropped if missing. */
export async function serve(
  program: Program,
  { dataDir, env }: Installation,
  { args = [], log = 'ignore' }: { args?: string[]; log?: number | 'ignore' } = {},
): Promise<Server> {
  const port = await freePort();
  const all = [...program.args, 'serve', '--data-dir', dataDir, '--port', String(port), ...args];
  const { nodeOptions } = program;
  const stdio: StdioOptions = ['ignore', log, 'inherit', ...(nodeOptions ? (['ipc'] as const) : [])];
  const settings = { ...env, ...(nodeOptions && { NODE_OPTIONS: nodeOptions }) };
  const server = startProcess(program.command, all, `http://127.0.0.1:${port}`, stdio, settings);
  await untilReady(server.url, 5);
  return server;
}

export function startProcess(
  command: string,
  args: string[],
  url: string,
  stdio: StdioOptions,
  env: Record<string, string> = {},
): Server {
  const child = spawn(command, args, { stdio, env });
  if (child.pid === undefined) throw new Error(`${command} does not start`);
  return { child, pid: child.pid, url };
}

/** Waits until the server at `url` is ready, and asks again after so many milliseconds. */
export async function untilReady(url: string, pauseMs: number): Promise<void> {
  while (!(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Ends the server, and waits for its end. */
export async function stop({ child }: { child: ChildProcess }): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
