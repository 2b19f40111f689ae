import { type Command, InvalidArgumentError } from 'commander';
import type { Config, Flags } from '../config.ts';
import type { SettingsFiles } from '../config/settings-files.ts';
import { Failure } from './failure.ts';

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
 * The configuration for `command`, from the defaults, the files, the environment, the global options, and the command's
 * own `flags`.
 * @throws ConfigError naming the invalid setting; Failure when a file of settings cannot be read
 */
export async function configOf(command: Command, flags: Flags = {}): Promise<Config> {
  const { loadConfig } = await import('../config.ts');
  const { dataDir, databaseUrl } = globalOptions(command);
  const { file, env } = await settingsFilesOf(command);
  return loadConfig(file, env, { data_dir: dataDir, 'database.url': databaseUrl, ...flags }, warnOfForeign);
}

const warned = new Set<string>();

function warnOfForeign(variable: string): void {
  if (warned.has(variable)) return;
  warned.add(variable);
  process.stderr.write(`parley: the variable ${variable} is no setting, and is ignored\n`);
}

/**
 * The settings files and variables of `command`.
 * @throws Failure when a file cannot be read
 */
export async function settingsFilesOf(command: Command): Promise<SettingsFiles> {
  const { findSettingsFiles } = await import('../config/settings-files.ts');
  const { config, dataDir } = globalOptions(command);
  try {
    return findSettingsFiles(config, process.env, dataDir);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = `${code === 'EACCES' ? 'use sudo' : 'correct them'}, or name others with --config`;
    throw new Failure(`cannot read the settings (${message.trim()}): ${advice}`, { cause: error });
  }
}

/**
 * Parses an option or argument that is the id of a record.
 * @throws InvalidArgumentError unless it is a number of at most nine digits, from 1 on
 */
export function recordId(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a number such as 1.');
  return Number(value);
}

/** Parses a time as ISO 8601 has it; without a zone, it is UTC. @throws InvalidArgumentError */
export function moment(value: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value);
  const hasZone = value.length === 10 || /(Z|[+-]\d\d:\d\d)$/.test(value);
  const time = new Date(hasZone ? value : `${value}Z`);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-11-23 or 2026-11-23T08:00Z.');
}
