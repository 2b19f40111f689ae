import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { answer } from '../answer.ts';
import type { Config } from '../../config.ts';
import { Failure, misuse } from '../failure.ts';
import { becomeOwnerOf } from '../open.ts';
import { configOf, globalOptions } from '../options.ts';
import { figuresOf } from './figures.ts';
import { originOf, readMetrics } from './read-metrics.ts';
import { rowsOf, titleOf } from './rows.ts';
import { ROW_WIDTH } from '../ui/top.ts';

/** Between the two looks of --once. */
const LOOK_MS = 1000;

const EXAMPLES = `
Asks the running server on this machine, which knows the command by the secret key; nothing need be set for it. The figures are of the last
seconds. "due" waits to be done, "later" waits for its time. q ends it. Where the output is no terminal, it is as with --once.

Examples:
  $ parley top
  $ parley top --once
  $ parley top --json | jq .requests.p99_ms
  $ parley top --url http://127.0.0.1:8080`;

export const top = new Command('top')
  .description('Watch how the running server is: requests, sockets, jobs, deliveries, memory and database.')
  .option('--url <address>', 'where the server listens; unless given, as server.host and server.port say')
  .option('--once', 'print it once, and end')
  .addHelpText('after', EXAMPLES)
  .action(async (options: { url?: string; once?: boolean }, command: Command) => {
    const config = await configOf(command);
    const url = options.url === undefined ? await addressIn(config) : originOf(options.url);
    const token = await tokenOf(config);
    const read = () => readMetrics(url, token);
    const first = await read();
    if (process.stdout.isTTY && !options.once && !globalOptions(command).json) {
      const { watch } = await import('./watch.ts');
      return watch(url, first, read);
    }
    await sleep(LOOK_MS);
    const figures = figuresOf(first, await read());
    const rows = rowsOf(figures).map(({ name, text }) => `${name.padEnd(ROW_WIDTH)}${text}`);
    answer(command, { url, ...figures }, [titleOf(figures, url), '', ...rows].join('\n'));
  });

/** @throws Failure when it is not known before the server listens */
async function addressIn(config: Config): Promise<string> {
  if (config.server.port === 0) {
    throw misuse('server.port is 0, which takes a free port: name the address of the server with --url');
  }
  const { publicUrlOf } = await import('../../app.ts');
  return publicUrlOf({ ...config, server: { ...config.server, public_url: '' } }, config.server.port);
}

/** @throws Failure when there is no installation */
async function tokenOf(config: Config): Promise<string> {
  becomeOwnerOf(config.data_dir);
  const { readSecretKey } = await import('../../config/own-secret-key.ts');
  const key = config.secret_key || readSecretKey(config.data_dir);
  if (!key) {
    throw new Failure(`there is no installation in ${config.data_dir}: name its data directory with --data-dir`);
  }
  const { openVault } = await import('../../db/vault.ts');
  const { topToken } = await import('../../resources/metrics/top-token.ts');
  return topToken(openVault(key));
}
