import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readVariables } from './read-variables.ts';

/** Where the settings of a command come from, besides the defaults and its options. */
export type SettingsFiles = {
  /** A YAML file; undefined = there is none. */
  file: string | undefined;
  /** The variables of the environment, over those of a file of variables. */
  env: NodeJS.ProcessEnv;
  /** The files that were found, for people. */
  found: string[];
};

/**
 * The files that the service and every command read by themselves: the user's own `parley/parley.yaml` in
 * `$XDG_CONFIG_HOME`, for users other than root who have one, and otherwise `/etc/parley.yaml` with `/etc/parley.env`.
 * `given` is a file to read instead of all these. Tests name another folder than `/etc` by PARLEY_TEST_ETC.
 * @throws Error when /etc/parley.env cannot be read, unless the data directory is named otherwise, as systemd's unit does
 *   with variables that systemd has read from that file
 */
export function findSettingsFiles(given: string | undefined, env: NodeJS.ProcessEnv, dataDir?: string): SettingsFiles {
  if (given) return { file: given, env, found: [given] };
  const own = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'parley/parley.yaml');
  if (process.getuid?.() !== 0 && existsSync(own)) return { file: own, env, found: [own] };
  const folder = env['PARLEY_TEST_ETC'] ?? '/etc';
  const file = join(folder, 'parley.yaml');
  const variables = join(folder, 'parley.env');
  return {
    file: existsSync(file) ? file : undefined,
    env: existsSync(variables) ? { ...read(variables, dataDir ?? env['PARLEY_DATA_DIR']), ...env } : env,
    found: [file, variables].filter((path) => existsSync(path)),
  };
}

function read(path: string, dataDir: string | undefined): NodeJS.ProcessEnv {
  try {
    return readVariables(readFileSync(path, 'utf8'));
  } catch (error) {
    if (dataDir) return {};
    throw error;
  }
}
