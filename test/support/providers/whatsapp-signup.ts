import { randomUUID } from 'node:crypto';
import type { Flags } from '../../../src/config.ts';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';
import { cloudRefusal } from './whatsapp.ts';

const APP = { id: '1860000000000001', secret: 'hush-hush-app-secret' };
const VERSION = '/v26.0';
const SCOPE = 'whatsapp_business_management';

/** A number of a business at Meta. */
export type MetaNumber = {
  id: string;
  display_phone_number: string;
  verified_name: string;
  code_verification_status: string;
  platform_type: string;
  throughput: { level: string };
};

/** The steps of embedded signup, each by the end of its path. */
export type Step = 'access_token' | 'debug_token' | 'phone_numbers' | 'register' | 'subscribed_apps';

/** For what a key is good; `accounts` null = for all of the business. */
type Key = { accounts: string[] | null; appId: string; scope: string };

/** What is asked in a step, with its parameters. */
type Asked = { step: Step; parameters: Record<string, string> };

/** Stands in for the Graph API where businesses give their numbers to an app. It is strict about keys, apps and accounts. */
export type SignupServer = ProviderServer<Asked> & {
  settings: Flags;
  appSecret: string;
  /** The numbers of each business account. */
  accounts: Map<string, MetaNumber[]>;
  /** The keys that are good. */
  keys: Map<string, Key>;
  /** A code as the window gives it, for a key of these accounts. */
  newCode(accounts: Key['accounts'], more?: Partial<Key>): string;
  /** What is done with the next request of a step. */
  refusals: Map<Step, ProviderReply>;
  /** The pins with which numbers have been registered. */
  pins: Map<string, string>;
};

/** Numbers that it tells at once, whatever it is asked for. */
const PAGE = 2;

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);

/** A number that has been verified and can send. */
export const metaNumber = (more: Partial<MetaNumber> = {}): MetaNumber => ({
  id: `10${next()}`,
  display_phone_number: `+1 555-${String(next()).slice(-7, -4)}-${String(last).slice(-4)}`,
  verified_name: 'Acme',
  code_verification_status: 'VERIFIED',
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
  ...more,
});

export async function givenSignupServer(): Promise<SignupServer> {
  const codes = new Map<string, string>();

  const server: ProviderServer<Asked> = await givenProvider<Asked>(async (request) => {
    const { path, step, parameters } = readRequest(request);
    const refused = state.refusals.get(step);
    state.refusals.delete(step);
    if (refused) return { refusal: refused };
    const reply =
      STEPS[step]?.(request, path, parameters) ??
      numberAt(request, step) ??
      cloudRefusal(400, 100, `Unsupported ${request.path}`);
    return reply.status === 200 ? { sent: { step, parameters }, reply } : { refusal: reply };
  });

  const STEPS: Record<
    string,
    (request: ProviderRequest, path: string[], given: Record<string, string>) => ProviderReply
  > = {
    access_token: (_, __, given) => exchange(given),
    debug_token: (_, __, given) => debug(given),
    phone_numbers: (request, [account = ''], given) =>
      withKey(request, account, () => ({ status: 200, body: pageOf(state.accounts.get(account) ?? [], given) })),
    register: (request, [id = ''], given) => withKey(request, accountOf(id), () => registerPin(id, given)),
    subscribed_apps: (request, [account = ''], given) =>
      withKey(request, account, () => {
        server.registrations.push(given);
        return { status: 200, body: { success: true } };
      }),
    message_templates: (request, [account = '']) =>
      withKey(request, account, () => ({ status: 200, body: { data: [] } })),
  };

  function exchange(given: Record<string, string>): ProviderReply {
    if (given['client_id'] !== APP.id || given['client_secret'] !== APP.secret) {
      return cloudRefusal(400, 101, 'Error validating client secret.');
    }
    if (given['grant_type'] === 'fb_exchange_token') {
      const before = given['fb_exchange_token'] ?? '';
      const known = state.keys.get(before);
      if (!known) return cloudRefusal(400, 190, 'Invalid OAuth access token.');
      return answerKey(before.replace('short', 'long'), known);
    }
    const key = codes.get(given['code'] ?? '');
    codes.delete(given['code'] ?? '');
    if (!key) return cloudRefusal(400, 100, 'This authorization code has been used.');
    return { status: 200, body: { access_token: key, token_type: 'bearer' } };
  }

  function answerKey(key: string, known: Key): ProviderReply {
    state.keys.set(key, known);
    return { status: 200, body: { access_token: key, token_type: 'bearer', expires_in: 60 * 86_400 } };
  }

  function debug(given: Record<string, string>): ProviderReply {
    const isApp = given['access_token'] === `${APP.id}|${APP.secret}`;
    if (!isApp) return cloudRefusal(400, 190, 'Invalid OAuth access token.');
    const known = state.keys.get(given['input_token'] ?? '');
    if (!known) return { status: 200, body: { data: { is_valid: false } } };
    const { accounts, appId, scope } = known;
    const granular = { scope, ...(accounts && { target_ids: accounts }) };
    return {
      status: 200,
      body: { data: { app_id: appId, is_valid: true, scopes: [scope], granular_scopes: [granular] } },
    };
  }

  function withKey(request: ProviderRequest, account: string, answer: () => ProviderReply): ProviderReply {
    const known = state.keys.get(String(request.headers.authorization).replace('Bearer ', ''));
    if (!known) return cloudRefusal(401, 190, 'Invalid OAuth access token.');
    const isIts = state.accounts.has(account) && (known.accounts === null || known.accounts.includes(account));
    return isIts ? answer() : cloudRefusal(400, 100, `Object with ID '${account}' does not exist`);
  }

  /** What it says of a number, at its id. */
  function numberAt(request: ProviderRequest, id: string): ProviderReply | null {
    const account = accountOf(id);
    const number = state.accounts.get(account)?.find((one) => one.id === id);
    return number ? withKey(request, account, () => ({ status: 200, body: number })) : null;
  }

  const accountOf = (id: string) =>
    [...state.accounts].find(([, numbers]) => numbers.some((number) => number.id === id))?.[0] ?? '';

  function registerPin(id: string, given: Record<string, string>): ProviderReply {
    if (given['messaging_product'] !== 'whatsapp' || !/^\d{6}$/.test(given['pin'] ?? '')) {
      return cloudRefusal(400, 100, 'Param pin must be 6 digits');
    }
    const before = state.pins.get(id);
    const isOther = before !== undefined && before !== given['pin'];
    if (isOther) return cloudRefusal(400, 133005, 'Two step verification PIN Mismatch');
    state.pins.set(id, given['pin'] ?? '');
    return { status: 200, body: { success: true } };
  }

  const state: Omit<SignupServer, keyof ProviderServer<Asked>> = {
    settings: {
      'channels.whatsapp_url': server.url,
      'oauth.whatsapp.client_id': APP.id,
      'oauth.whatsapp.client_secret': APP.secret,
      'oauth.whatsapp.token_url': `${server.url}${VERSION}/oauth/access_token`,
    },
    appSecret: APP.secret,
    accounts: new Map<string, MetaNumber[]>(),
    keys: new Map<string, Key>(),
    newCode(accounts: Key['accounts'], { appId = APP.id, scope = SCOPE }: Partial<Key> = {}) {
      const [code, key] = [`code-${randomUUID()}`, `key-short-${randomUUID()}`];
      codes.set(code, key);
      state.keys.set(key, { accounts, appId, scope });
      return code;
    },
    refusals: new Map<Step, ProviderReply>(),
    pins: new Map<string, string>(),
  };
  return Object.assign(server, state);
}

function pageOf(numbers: MetaNumber[], { after = '0' }: Record<string, string>): object {
  const end = Number(after) + PAGE;
  const next = end < numbers.length && { next: 'https://graph.facebook.com/next' };
  return {
    data: numbers.slice(Number(after), end),
    paging: { cursors: { before: after, after: String(end) }, ...next },
  };
}

function readRequest({ path, headers, body }: ProviderRequest) {
  const { pathname, searchParams } = new URL(path, 'http://graph');
  const text = body.toString();
  const isJson = headers['content-type']?.startsWith('application/json');
  const sent = isJson
    ? (JSON.parse(text) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(text).entries());
  const parts = pathname.startsWith(`${VERSION}/`) ? pathname.slice(VERSION.length + 1).split('/') : [];
  return {
    path: parts,
    step: (parts.at(-1) ?? '') as Step,
    parameters: { ...Object.fromEntries(searchParams), ...sent },
  };
}
