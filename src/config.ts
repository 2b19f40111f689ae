import { closest } from 'fastest-levenshtein';
import ipaddr from 'ipaddr.js';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { array, boolean, type InferType, number, object, string, type ValidationError } from 'yup';
import { parse } from 'yaml';
import { assetText } from './assets.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const count = () => number().integer().min(0).required();
const optionalUrl = (...schemes: string[]) =>
  string()
    .defined()
    .test(
      'url',
      `must be an address that starts with ${schemes.join(' or ')}`,
      (value) => value === '' || isUrl(value, schemes),
    );
/** The environment gives lists as "1,5,25". */
const splitList = (_: unknown, given: unknown) =>
  typeof given === 'string'
    ? given
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
    : given;

/** Every key, in the order of config/default.yaml, where each is explained. */
const schema = object({
  data_dir: string().defined(),
  secret_key: string().defined(),
  server: object({
    host: string().required(),
    port: number().integer().min(0).max(65_535).required(),
    public_url: optionalUrl('http://', 'https://'),
    max_body_bytes: count(),
    max_file_bytes: count(),
    max_files: count(),
    drain_seconds: number().min(0).required(),
    trust_proxy: boolean().required(),
  }),
  database: object({
    url: optionalUrl('postgres://', 'postgresql://'),
    pool_size: number().integer().min(1).required(),
  }),
  log: object({ level: string().oneOf(LOG_LEVELS).required() }),
  signup: object({
    enabled: boolean().required(),
    hcaptcha_secret: string().defined(),
    hcaptcha_url: optionalUrl('http://', 'https://').required(),
  }),
  rate_limit: object({
    requests_per_minute: count(),
    signups_per_half_hour: count(),
    sign_ins_per_half_hour: count(),
    transcripts_per_hour: count(),
  }),
  webhooks: object({
    allowed_networks: array(string().required().test('cidr', 'must be networks such as 10.0.0.0/8', isCidr))
      .transform(splitList)
      .required(),
    retry_minutes: array(number().min(0).required()).transform(splitList).required(),
    timeout_seconds: number().positive().required(),
    concurrency_per_receiver: number().integer().min(1).required(),
    concurrency: number().integer().min(1).required(),
    disable_after_hours: number().min(0).required(),
    disable_after_deliveries: number().integer().min(1).required(),
    keep_days: number().min(0).required(),
  }),
  limits: object({ inboxes: count(), agents: count(), messages_per_minute: count() }),
  channels: object({ whatsapp_url: optionalUrl('http://', 'https://') }),
  idempotency: object({ keep_hours: number().min(0).required() }),
  mail: object({
    smtp_url: optionalUrl('smtp://', 'smtps://'),
    from: string().defined(),
    retry_seconds: number().min(0).required(),
  }),
  translation: object({
    url: optionalUrl('http://', 'https://'),
    api_key: string().defined(),
    timeout_seconds: number().positive().required(),
  }),
}).noUnknown();

/** The settings that the program runs with: checked, complete and not to be changed. */
export type Config = Readonly<InferType<typeof schema>>;

/** Settings by key path, as flags give them: `{ 'server.port': '8080' }`. */
export type Flags = Record<string, string | undefined>;

/** Keys whose values are never shown and may be read from a file named by PARLEY_..._FILE. */
export const SECRET_KEYS = [
  'secret_key',
  'database.url',
  'mail.smtp_url',
  'signup.hcaptcha_secret',
  'translation.api_key',
];

/** Variables that begin like settings but belong to the tests. */
const NOT_SETTINGS = /^PARLEY_TEST_/;

/** A setting that cannot be used; the message says which and why. */
export class ConfigError extends Error {}

/**
 * The settings from, each over the one before: config/default.yaml, the YAML file `file`, the environment, `flags`.
 * @throws ConfigError naming the key at fault, and for an unknown one the nearest known one
 */
export function loadConfig(file: string | undefined, env: NodeJS.ProcessEnv, flags: Flags): Config {
  const defaults = flatten(parse(assetText('config/default.yaml')) as Tree);
  const known = Object.keys(defaults);
  const settings: Record<string, unknown> = {
    ...defaults,
    ...fromFile(file, known),
    ...fromEnvironment(env, known),
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  };
  if (settings['data_dir'] === '') settings['data_dir'] = defaultDataDir(env);

  try {
    return deepFreeze(schema.validateSync(unflatten(settings), { abortEarly: true }));
  } catch (error) {
    throw new ConfigError(describe(error as ValidationError));
  }
}

/** `config` for showing: secrets become "[redacted]", as far as they are set. */
export function redacted(config: Config): Tree {
  const settings = flatten(config as unknown as Tree);
  for (const key of SECRET_KEYS) if (settings[key]) settings[key] = '[redacted]';
  return unflatten(settings);
}

type Tree = { [key: string]: unknown };

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

  const settings = flatten(tree as Tree);
  for (const key of Object.keys(settings)) {
    if (!known.includes(key)) {
      throw new ConfigError(`${file}: unknown key ${key}; did you mean ${closest(key, known)}?`);
    }
  }
  return settings;
}

function fromEnvironment(env: NodeJS.ProcessEnv, known: string[]): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const variables = new Map(known.map((key) => [variableOf(key), key]));

  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('PARLEY_') || NOT_SETTINGS.test(variable) || value === undefined) continue;
    const key = variables.get(variable);
    const secret = SECRET_KEYS.find((name) => variable === `${variableOf(name)}_FILE`);
    if (key) settings[key] ??= value;
    else if (secret) settings[secret] = readSecret(variable, value);
    else {
      throw new ConfigError(`unknown setting ${variable}; did you mean ${closest(variable, [...variables.keys()])}?`);
    }
  }
  return settings;
}

function variableOf(key: string): string {
  return `PARLEY_${key.replaceAll('.', '_').toUpperCase()}`;
}

function readSecret(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`cannot read the file that ${variable} names: ${(error as Error).message}`);
  }
}

function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return '/var/lib/parley';
  return join(env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local/share'), 'parley');
}

function isUrl(value: string, schemes: string[]): boolean {
  return URL.canParse(value) && schemes.some((scheme) => value.startsWith(scheme));
}

function isCidr(value: string): boolean {
  try {
    return Boolean(ipaddr.parseCIDR(value));
  } catch {
    return false;
  }
}

/** `{ server: { port: 1 } }` becomes `{ 'server.port': 1 }`; lists are values. */
function flatten(tree: Tree, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(flatten(value as Tree, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  );
}

function unflatten(settings: Record<string, unknown>): Tree {
  const tree: Tree = {};
  for (const [path, value] of Object.entries(settings)) {
    const [section, key] = path.split('.') as [string, string | undefined];
    if (key === undefined) tree[section] = value;
    else (tree[section] = (tree[section] as Tree | undefined) ?? {})[key as never] = value as never;
  }
  return tree;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner);
  return Object.freeze(value);
}
