import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { bundledProgram } from './bundle.ts';
import { eventually } from './eventually.ts';
import type { Place } from './database.ts';
import { printedBy } from './programs/printed-by.ts';
import { switchesOff } from './runner/switches.ts';

/** What a server prints once it answers requests. */
const LISTENING = /Parley is listening on (http:\/\/[^\s"]+)/;

/** For processes that mostly end before there is much garbage: no threads to collect it, and space for what they load. */
const SHORT_LIVED = ['--single-threaded-gc', '--min-semi-space-size=32'];

/** How a finished process ended. */
export type Finished = { code: number | null; stdout: string; stderr: string };

/**
 * Starts the program as its users do: as one script, or the binary that PARLEY_TEST_BINARY names, with its data in
 * `place`. It inherits PATH, the folder of what Node.js has compiled and the switches of mechanisms, and no other
 * variable of this process.
 */
async function start(
  args: string[],
  place: Place,
  env: Record<string, string>,
  stdout: 'pipe' | number = 'pipe',
): Promise<ChildProcess> {
  const binary = process.env['PARLEY_TEST_BINARY'];
  const [command, first] = binary ? [binary, []] : [process.execPath, [...SHORT_LIVED, await bundledProgram()]];
  return spawn(command, [...first, ...args], {
    stdio: ['pipe', stdout, 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...switchesOff(),
      PARLEY_DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { PARLEY_DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  });
}

/** Runs a command to its end; `input` is its standard input, and `outputFile` takes its standard output instead of `stdout`. */
export async function runParley(
  args: string[],
  place: Place,
  env: Record<string, string> = {},
  input = '',
  outputFile?: string,
): Promise<Finished> {
  const file = outputFile === undefined ? 'pipe' : openSync(outputFile, 'a');
  const child = await start(args, place, env, file);
  const printed = printedBy(child);
  child.stdin!.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (file !== 'pipe') closeSync(file);
  return { code, ...printed };
}

/** `signal`: SIGKILL unless given; `env`: further settings; `onError` gets what the command writes to standard error. */
type Killing = { signal?: NodeJS.Signals; env?: Record<string, string>; onError?: (text: string) => void };

/**
 * Starts a command, and sends it a signal once `moment` resolves. Returns the signal that ended it; null if it ended by
 * itself before.
 */
export async function killParley(
  args: string[],
  place: Place,
  moment: () => Promise<void>,
  { signal = 'SIGKILL', env = {}, onError = () => {} }: Killing = {},
): Promise<NodeJS.Signals | null> {
  const child = await start(args, place, env);
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => onError(chunk.toString()));
  const ended = once(child, 'close');
  await Promise.race([moment(), ended]);
  child.kill(signal);
  await ended;
  return child.signalCode;
}

/** A `parley serve` that answers. */
export type Served = {
  url: string;
  child: ChildProcess;
  /** The last 10,000 characters that it wrote to standard output, unless that goes to `logFile`, and standard error. */
  output(): string;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
  /** Ends it in order. Returns its exit code; null = a signal ended it. */
  stop(): Promise<number | null>;
};

/**
 * Starts a server with the options `args`, whose log goes to `logFile` if one is given, and waits until it is ready.
 * @throws Error when it does not start
 */
export async function serveParley(
  place: Place,
  env: Record<string, string> = {},
  args: string[] = [],
  logFile?: string,
): Promise<Served> {
  const file = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  // It chooses a free port itself: one that was free a moment ago may be another test's by now.
  const child = await start(['serve', '--port', '0', ...args], place, env, file);
  if (file !== 'pipe') closeSync(file);
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000));
  child.stdout?.on('data', keep);
  child.stderr!.on('data', keep);
  const url = await eventually(
    () => {
      if (child.exitCode !== null) throw new Error(`parley serve did not start: ${output}`);
      return LISTENING.exec(logFile === undefined ? output : readFileSync(logFile, 'utf8'))?.[1] ?? '';
    },
    (found) => found !== '',
  );
  await eventually(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (ready) => ready,
  );

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  return {
    url,
    child,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** A command that runs until it is interrupted: what it has printed, and its exit code. */
export type Interactive = { stdout(): string; stderr(): string; interrupt(): Promise<number | null> };

/** Starts a command that ends with Ctrl-C. */
export async function startParley(
  args: string[],
  place: Place,
  env: Record<string, string> = {},
): Promise<Interactive> {
  const child = await start(args, place, env);
  const ended = once(child, 'close');
  const printed = printedBy(child);
  child.stdin?.end();
  return {
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    async interrupt() {
      child.kill('SIGINT');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
