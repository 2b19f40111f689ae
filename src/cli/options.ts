import { type Command, InvalidArgumentError } from 'commander';
import type { Config, Flags } from '../config.ts';

/** The options that every command takes, before or after its name. */
export type GlobalOptions = {
  dataDir?: string;
  databaseUrl?: string;
  config?: string;
  json?: boolean;
  color: boolean;
  debug?: boolean;
};

/** The global options that were given with `command`, or before its name. */
export function globalOptions(command: Command): GlobalOptions {
  return command.optsWithGlobals<GlobalOptions>();
}

/**
 * The configuration for `command`, from the defaults, the file, the environment, the global options, and the command's
 * own `flags`.
 * @throws ConfigError naming the invalid setting
 */
export async function configOf(command: Command, flags: Flags = {}): Promise<Config> {
  const { loadConfig } = await import('../config.ts');
  const { config, dataDir, databaseUrl } = globalOptions(command);
  return loadConfig(config, process.env, { data_dir: dataDir, 'database.url': databaseUrl, ...flags });
}

/**
 * Parses an option or argument that is the id of a record.
 * @throws InvalidArgumentError unless it is a number of at most nine digits, from 1 on
 */
export function recordId(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a number such as 1.');
  return Number(value);
}
