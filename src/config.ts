import { closest, distance } from 'fastest-levenshtein';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InferType, ValidationError } from 'yup';
import { parse } from 'yaml';
import { defaults } from './config/defaults.ts';
import { schema } from './config/schema.ts';
import { SERVICE_DATA } from './config/settings-files.ts';
import { readSecretFile } from './config/secret-file.ts';
import { OAUTH_PROVIDERS } from './config/oauth-providers.ts';
import { deepFreeze, flatten, type Tree, unflatten } from './config/tree.ts';

/** The settings: checked, complete and immutable. */
export type Config = Readonly<InferType<typeof schema>>;

/** Settings by key path, as flags give them: `{ 'server.port': '8080' }`. */
export type Flags = Record<string, string | undefined>;

/** Keys whose values are never shown, and can be read from a file named by PARLEY_..._FILE. */
const SECRET_KEYS = [
  'secret_key',
  'database.url',
  'database.listen_url',
  'metrics.token',
  'mail.smtp_url',
  'mail.inbound_password',
  'signup.hcaptcha_secret',
  'auth.oidc.client_secret',
  'auth.google.client_secret',
  'translation.api_key',
  ...OAUTH_PROVIDERS.map((provider) => `oauth.${provider}.client_secret`),
  'oauth.slack.signing_secret',
];

/** Further names of settings. */
const ALIASES: Record<string, string> = { 'network.allowed': 'webhooks.allowed_networks' };

/** Environment variables of the tests, which are no settings. */
const NOT_SETTINGS = /^PARLEY_TEST_/;

/** An invalid setting; the message says which and why. */
export class ConfigError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'ConfigError';
}

/**
 * The settings from config/default.yaml, the YAML file `file`, the environment and `flags`; later sources override
 * earlier ones. `foreign` is told of variables that begin as settings do and are in none of their sections.
 * @throws ConfigError naming the invalid key, and for an unknown key the most similar known one
 */
export function loadConfig(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  flags: Flags,
  foreign: (variable: string) => void = () => {},
): Config {
  const usual = flatten(defaults());
  const known = Object.keys(usual);
  const settings: Record<string, unknown> = {
    ...usual,
    ...fromFile(file, known),
    ...fromEnvironment(env, known, foreign),
    ...Object.fromEntries(
      Object.entries(flags).flatMap(([key, value]) => (value === undefined ? [] : [[ALIASES[key] ?? key, value]])),
    ),
  };
  if (settings['data_dir'] === '') settings['data_dir'] = defaultDataDir(env);

  try {
    return deepFreeze(schema.validateSync(unflatten(settings), { abortEarly: true }));
  } catch (error) {
    throw new ConfigError(describe(error as ValidationError));
  }
}

/** `config` for display: secrets that are set become "[redacted]". */
export function redacted(config: Config): Tree {
  const settings = flatten(config as unknown as Tree);
  for (const key of SECRET_KEYS) if (settings[key]) settings[key] = '[redacted]';
  return unflatten(settings);
}

function describe({ message, params, path = '', type }: ValidationError): string {
  if (type === 'typeError') return `${path} must be a ${String(params?.['type'])}`;
  return message.startsWith(path) ? message : `${path} ${message}`;
}

function fromFile(file: string | undefined, known: string[]): Record<string, unknown> {
  if (!file) return {};
  let tree: unknown;
  try {
    tree = parse(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    throw new ConfigError(`cannot read ${file}: ${(error as Error).message}`);
  }
  if (typeof tree !== 'object' || Array.isArray(tree)) throw new ConfigError(`${file} is not a list of settings`);

  const settings = Object.entries(flatten(tree as Tree)).map(([key, value]) => {
    const setting = ALIASES[key] ?? key;
    if (known.includes(setting)) return [setting, value];
    throw new ConfigError(`${file}: unknown key ${key}; did you mean ${closest(key, known)}?`);
  });
  return Object.fromEntries(settings);
}

function fromEnvironment(
  env: NodeJS.ProcessEnv,
  known: string[],
  foreign: (variable: string) => void,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const variables = new Map([
    ...known.map((key) => [variableOf(key), key] as const),
    ...Object.entries(ALIASES).map(([alias, key]) => [variableOf(alias), key] as const),
  ]);

  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('PARLEY_') || NOT_SETTINGS.test(variable) || value === undefined) continue;
    const key = variables.get(variable);
    const secret = SECRET_KEYS.find((name) => variable === `${variableOf(name)}_FILE`);
    if (key) settings[key] ??= value;
    else if (secret) settings[secret] = readSecret(variable, value);
    else {
      const similar = closest(variable, [...variables.keys()]);
      if (!isNearSetting(variable, similar, known)) foreign(variable);
      else throw new ConfigError(`unknown setting ${variable}; did you mean ${similar}?`);
    }
  }
  return settings;
}

/** Whether the variable is in a section of the settings, or a slip of the keyboard away from one. */
function isNearSetting(variable: string, similar: string, known: readonly string[]): boolean {
  const sections = known.filter((key) => key.includes('.')).map((key) => key.split('.')[0] ?? key);
  return distance(variable, similar) <= 2 || sections.some((section) => variable.startsWith(`${variableOf(section)}_`));
}

function variableOf(key: string): string {
  return `PARLEY_${key.replaceAll('.', '_').toUpperCase()}`;
}

function readSecret(variable: string, path: string): string {
  try {
    return readSecretFile(path);
  } catch (error) {
    throw new ConfigError(`cannot read the file that ${variable} names: ${(error as Error).message}`);
  }
}

function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return SERVICE_DATA;
  return join(env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local/share'), 'parley');
}
