import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { array, boolean, number, object, string } from 'yup';
import { itemsOf } from '../comma-list.ts';
import { DIALECTS } from '../dialect.ts';
import { listeningPlace } from './listening-place.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

const count = () => number().integer().min(0).required();
const optionalUrl = (...schemes: string[]) =>
  string()
    .defined()
    .test(
      'url',
      `must be an address that starts with ${schemes.join(' or ')}`,
      (value) => value === '' || isUrl(value, schemes),
    );
/** Where a service is; without the slash at its end. */
const origin = () =>
  optionalUrl('http://', 'https://')
    .required()
    .transform((value: string) => value.replace(/\/+$/, ''));
/** An address at a provider; `{shop}` in it stands for the shop that is connected. Empty = none. */
const address = () =>
  string()
    .defined()
    .test('url', 'must be an address that starts with http:// or https://', (value) =>
      value === '' ? true : isUrl(value.replaceAll('{shop}', 'shop'), ['http://', 'https://']),
    );
const PLACE =
  'must be a port, an address with a port such as 127.0.0.1:2424, or the path of a socket that begins with /';
/** An application that is registered at a provider. */
const application = {
  client_id: string().defined(),
  client_secret: string().defined(),
  authorize_url: address().required(),
  token_url: address().required(),
  revoke_url: address(),
};
/** The environment gives lists as "1,5,25". */
const splitList = (_: unknown, given: unknown) => (typeof given === 'string' ? itemsOf(given) : given);

const networks = () =>
  array(string().required().test('cidr', 'must be networks such as 10.0.0.0/8', isCidr))
    .transform(splitList)
    .required();

const nameServers = () =>
  array(string().required().test('name server', 'must be addresses such as 192.0.2.1 or 192.0.2.1:5353', isNameServer))
    .transform(splitList)
    .required();

/** Every setting, in the order of config/default.yaml, where each is explained. */
export const schema = object({
  data_dir: string().defined(),
  secret_key: string().defined().matches(/^$|\S/, 'must not be blank'),
  server: object({
    host: string().required(),
    port: number().integer().min(0).max(65_535).required(),
    public_url: optionalUrl('http://', 'https://')
      .transform((value: string) => value.replace(/\/+$/, ''))
      .test('no path', 'must have no path: Parley is at the root of its host', (value) => isOrigin(value)),
    max_body_bytes: count(),
    max_file_bytes: count(),
    max_files: count(),
    leave_seconds: number().min(0).required(),
    drain_seconds: number().min(0).required(),
    trust_proxy: boolean().required(),
    half_open_connections: count(),
    anonymous_body_bytes: count(),
    compression: boolean().required(),
  }),
  api: object({ dialect: string().oneOf(DIALECTS).required() }),
  database: object({
    url: optionalUrl('postgres://', 'postgresql://'),
    listen_url: optionalUrl('postgres://', 'postgresql://'),
    // Migrating holds one, and runs on another.
    pool_size: number().integer().min(2).required(),
    named_statements: boolean().required(),
  }),
  log: object({ level: string().oneOf(LOG_LEVELS).required() }),
  metrics: object({ token: string().defined(), allowed_networks: networks() }),
  signup: object({
    enabled: boolean().required(),
    hcaptcha_secret: string().defined(),
    hcaptcha_url: optionalUrl('http://', 'https://').required(),
  }),
  auth: object({
    oidc: object({
      issuer: optionalUrl('http://', 'https://'),
      client_id: string().defined(),
      client_secret: string().defined(),
      auto_create: boolean().required(),
      default_account: count(),
      trust_addresses: boolean().required(),
    }),
    google: object({
      client_id: string().defined(),
      client_secret: string().defined(),
      issuer: optionalUrl('http://', 'https://').required(),
      auto_create: boolean().required(),
      default_account: count(),
    }),
  }),
  rate_limit: object({
    requests_per_minute: count(),
    contact_requests_per_minute: count(),
    reader_requests_per_minute: count(),
    new_visitors_per_hour: count(),
    visitor_transcripts_per_hour: count(),
    signups_per_half_hour: count(),
    unproven_callbacks_per_minute: count(),
    sign_ins_per_half_hour: count(),
    transcripts_per_hour: count(),
    team_mails_per_hour: count(),
    uploads_per_hour: count(),
  }),
  webhooks: object({
    allowed_networks: networks(),
    allow_http: boolean().required(),
    retry_minutes: array(number().min(0).required()).transform(splitList).required(),
    timeout_seconds: number().positive().required(),
    concurrency_per_receiver: number().integer().min(1).required(),
    concurrency: number().integer().min(1).required(),
    disable_after_hours: number().min(0).required(),
    disable_after_deliveries: number().integer().min(1).required(),
    keep_days: number().min(0).required(),
  }),
  limits: object({
    inboxes: count(),
    agents: count(),
    labels: count(),
    messages_per_minute: count(),
    visitor_bytes_per_hour: count(),
    account_bytes: count(),
    reserved_disk: number().min(0).max(0.9).required(),
  }),
  channels: object({
    twilio_url: origin(),
    twilio_messaging_url: origin(),
    twilio_content_url: origin(),
    bandwidth_url: origin(),
    whatsapp_url: origin(),
    graph_version: string()
      .matches(/^v\d{1,3}\.\d{1,2}$/, 'channels.graph_version must be a version of the Graph API such as v26.0')
      .required(),
    dialog360_url: origin(),
    telegram_url: origin(),
    line_url: origin(),
    line_data_url: origin(),
    poll_seconds: number().positive().required(),
    retry_seconds: number().min(0).required(),
    keep_days: number().min(0).required(),
  }),
  oauth: object({
    google: object(application),
    microsoft: object(application),
    whatsapp: object(application),
    notion: object(application),
    linear: object({ ...application, api_url: origin() }),
    slack: object({ ...application, signing_secret: string().defined(), api_url: origin() }),
    shopify: object({
      ...application,
      api_url: address().required(),
      api_version: string()
        .required()
        .matches(/^\d{4}-(?:01|04|07|10)$/, 'must be a version of Shopify, for example 2026-10'),
      expiring_tokens: boolean().required(),
    }),
    instagram: object({ ...application, exchange_url: address(), refresh_url: address() }),
    facebook: object(application),
  }),
  integrations: object({
    openai_url: origin(),
    openai_model: string().required(),
    google_translate_url: origin(),
    dyte_url: origin(),
  }),
  audit_log: object({ keep_days: number().min(0).required() }),
  idempotency: object({ keep_hours: number().min(0).required() }),
  backup: object({
    folder: string().defined(),
    schedule: string()
      .defined()
      .matches(/^$|^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day such as 03:30'),
    keep: number().integer().min(1).required(),
    mail_to: string().defined(),
  }),
  mail: object({
    smtp_url: optionalUrl('smtp://', 'smtps://'),
    from: string().defined(),
    inbound_password: string().defined(),
    inbound_domain: string()
      .defined()
      .lowercase()
      .matches(/^$|^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a domain such as mail.example.com'),
    lmtp: string()
      .defined()
      .test('place', PLACE, (value) => value === '' || listeningPlace(value) !== null),
    retry_seconds: number().min(0).required(),
  }),
  help_centre: object({ name_servers: nameServers() }),
  translation: object({
    url: optionalUrl('http://', 'https://'),
    api_key: string().defined(),
    timeout_seconds: number().positive().required(),
  }),
}).noUnknown();

function isUrl(value: string, schemes: string[]): boolean {
  return URL.canParse(value) && schemes.some((scheme) => value.startsWith(scheme));
}

/** Whether the address is empty or has nothing behind its host. */
function isOrigin(value: string): boolean {
  return value === '' || !URL.canParse(value) || new URL(value).origin === value.toLowerCase();
}

/** Whether it is a literal address, of IPv6 in brackets where a port follows. */
function isNameServer(value: string): boolean {
  const [, inBrackets, plain = inBrackets] = /^(?:\[(.+)\](?::\d{1,5})?|(.+?)(?::\d{1,5})?)$/.exec(value) ?? [];
  return isIP(value) !== 0 || isIP(plain ?? '') !== 0;
}

function isCidr(value: string): boolean {
  try {
    return Boolean(ipaddr.parseCIDR(value));
  } catch {
    return false;
  }
}
