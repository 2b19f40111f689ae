import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readVariables } from './read-variables.ts';

/** Where the data is of a service, and of root, where nothing else is set. */
export const SERVICE_DATA = '/var/lib/parley';

/** Where the settings of a command come from, besides the defaults and its options. */
export type SettingsFiles = {
  /** A YAML file; undefined = there is none. */
  file: string | undefined;
  /** The environment's variables, on top of the variables of the file. */
  env: NodeJS.ProcessEnv;
  /** The files that were found, for people. */
  found: string[];
};

/**
 * The files that the service and every command read by default: the user's own `parley/parley.yaml` in `$XDG_CONFIG_HOME`,
 * if it exists and the user is not root; otherwise `/etc/parley.yaml` with `/etc/parley.env`. The files in `/etc` belong to
 * an installation: they are ignored if `dataDir` or the environment names another data directory than they do. `given` is a
 * file to read instead of all these. Tests replace `/etc` by PARLEY_TEST_ETC.
 * @throws Error when a file in /etc cannot be read
 */
export function findSettingsFiles(given: string | undefined, env: NodeJS.ProcessEnv, dataDir?: string): SettingsFiles {
  if (given) return { file: given, env, found: [given] };
  const own = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'parley/parley.yaml');
  if (process.getuid?.() !== 0 && existsSync(own)) return { file: own, env, found: [own] };
  const folder = env['PARLEY_TEST_ETC'] ?? '/etc';
  const found = [join(folder, 'parley.yaml'), join(folder, 'parley.env')].filter((path) => existsSync(path));
  const file = found.find((path) => path.endsWith('.yaml'));
  const variables = readVariablesAt(
    found.find((path) => path.endsWith('.env')),
    env,
  );
  const wanted = dataDir ?? env['PARLEY_DATA_DIR'];
  const isOther = wanted !== undefined && resolve(wanted) !== resolve(dataDirIn(file, variables));
  return isOther ? { file: undefined, env, found: [] } : { file, env: merge(variables, env), found };
}

/** Systemd gives the service the variables of a file that only root can read. */
function readVariablesAt(path: string | undefined, env: NodeJS.ProcessEnv): Record<string, string> {
  if (path === undefined) return {};
  try {
    return readVariables(readFileSync(path, 'utf8'));
  } catch (error) {
    if (env['INVOCATION_ID']) return {};
    throw error;
  }
}

function dataDirIn(file: string | undefined, variables: Record<string, string>): string {
  const tree = (file ? parse(readFileSync(file, 'utf8')) : null) as { data_dir?: unknown } | null;
  return variables['PARLEY_DATA_DIR'] || (typeof tree?.data_dir === 'string' && tree.data_dir) || SERVICE_DATA;
}

/** `upper` over `lower`: a variable also takes the place of the one that names a file with its value. */
function merge(lower: Record<string, string>, upper: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isReplaced = (name: string) => `${name}_FILE` in upper || name.replace(/_FILE$/, '') in upper;
  return { ...Object.fromEntries(Object.entries(lower).filter(([name]) => !isReplaced(name))), ...upper };
}
