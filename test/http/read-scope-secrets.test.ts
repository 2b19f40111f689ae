import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Json } from '../../src/entities/columns.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { tablesOf } from '../support/database/search-everything.ts';
import { givenAccount, givenInbox, type TestAccount } from '../support/factories.ts';
import { finished, givenOneOfEach, type Segment } from '../support/one-of-each.ts';
import { allRoutes, fill, type MountedRoute, parametersOf, rolesOf } from '../support/openapi/routes.ts';
import { givenReaderToken } from '../support/reader-token.ts';

let test: TestApp;
let account: TestAccount;
/** The path of each route that a user may read with, for one thing of each kind. */
let paths: string[];
/** What the database has sealed, and by what programs speak for contacts of API inboxes. */
let secrets: Map<string, string>;
beforeAll(async () => {
  test = await givenApp({
    'signup.enabled': 'true',
    'oauth.notion.client_id': 'client-of-notion',
    'oauth.notion.client_secret': 'secret-of-notion',
  });
  account = await givenAccount(test);
  const ids = await givenOneOfEach(account);
  const inboxes = await givenInboxOfEachKind(account);
  await account.call('POST', `/inboxes/${ids.inboxes}/set_agent_bot`, { agent_bot: ids.agent_bots });
  await finished(account, ids);
  paths = allRoutes()
    .filter(isRead)
    .flatMap((route) =>
      pathsOf(route, (segment) => {
        if (segment === 'inboxes') return [ids.inboxes, ...inboxes];
        return segment === 'apps' ? ['notion'] : [ids[segment as Segment] ?? 1];
      }),
    );
  paths.push(`${account.path}/audit_logs?per_page=100&auditable_type=Channel`);
  secrets = await secretsOf(test);
});
afterAll(() => test.stop());

/** An inbox of each kind that keeps a secret; their ids. */
async function givenInboxOfEachKind(account: TestAccount): Promise<number[]> {
  const channels = [
    { type: 'email', email: 'support@acme.example', imap_password: 'imap-password', smtp_password: 'smtp-password' },
    { type: 'line', line_channel_id: '4711', line_channel_secret: 'line-secret-1', line_channel_token: 'line-token-1' },
    { type: 'telegram', bot_token: `4711:${'T'.repeat(35)}` },
    { type: 'whatsapp', phone_number: '+4917000000001', api_key: 'whatsapp-key-1' },
    { type: 'sms', phone_number: '+4917000000002', api_key: 'bandwidth-key', api_secret: 'bandwidth-secret' },
    { type: 'sms', phone_number: '+4917000000003', account_sid: 'AC0123456789', auth_token: 'twilio-token-1' },
    { type: 'web_widget', website_url: 'https://shop.example.com' },
  ];
  const ids = [];
  for (const channel of channels) ids.push((await givenInbox(account, channel)).id);
  return ids;
}

const isRead = (route: MountedRoute) =>
  route.method === 'GET' && rolesOf(route).some((role) => ['administrator', 'agent', 'user'].includes(role));

/** The path of the route for each of the things that are there. */
function pathsOf(route: MountedRoute, idsOf: (segment: string) => (number | string)[]): string[] {
  const paths = parametersOf(route).reduce<(number | string)[][]>(
    (all, { segment, name }) => {
      const ids = name === 'account_id' || segment === 'accounts' ? [account.id] : idsOf(segment);
      return all.flatMap((values) => ids.map((id) => [...values, id]));
    },
    [[]],
  );
  const query = route.path.endsWith('/events') ? '?after=0&limit=100' : '';
  return paths.map((values) => fill(route, values) + query);
}

/** Each secret in the database with where it is: what is sealed, opened, and what is a secret as it stands. */
async function secretsOf(test: TestApp): Promise<Map<string, string>> {
  const { vault } = test.app.installation;
  const found = new Map<string, string>();
  for (const table of await tablesOf(test.app.tx())) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(test.rows());
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string') continue;
        if (column.includes('sealed') && table !== 'erasures') {
          for (const text of textsIn(opened(vault.open(value)))) found.set(text, `${table}.${column}`);
        }
        if (column === 'pubsub_secret' || column === 'pubsub_token' || column.endsWith('password_hash')) {
          found.set(value, `${table}.${column}`);
        }
        if (table === 'contact_inboxes' && column === 'source_id') found.set(value, 'contact_inboxes.source_id');
        const isIdentifier = table === 'channels' && column === 'identifier' && row['type'] === 'api';
        if (isIdentifier) found.set(value, 'inbox_identifier');
      }
    }
  }
  return found;
}

function opened(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Those that are long enough not to occur by themselves. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length >= 8 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Which secrets the answers have, each as the path and where it is stored. */
async function shownTo(token: string): Promise<string[]> {
  const shown = [];
  for (const path of paths) {
    const { text } = await test.request('GET', path, { token });
    for (const [secret, place] of secrets) if (text.includes(secret)) shown.push(`${path}: ${place}`);
    if (/[?&]state=/.test(text)) shown.push(`${path}: state of an authorization`);
  }
  return shown;
}

describe('a token of an administrator that may only read', () => {
  it('is shown no secret by any route, which one that may write is, in whatever order they ask', async () => {
    const reader = await givenReaderToken(test, account.administrator.id);

    const first = await shownTo(reader);
    const written = await shownTo(account.administrator.token);
    const again = await shownTo(reader);

    expect([...new Set(written.map((shown) => shown.split(': ')[1]))].toSorted()).toEqual([
      'agent_bots.sealed_secret',
      'channels.sealed_secrets',
      'contact_inboxes.source_id',
      'inbox_identifier',
      'state of an authorization',
      'webhooks.sealed_secret',
    ]);
    expect(first).toEqual([]);
    expect(again).toEqual([]);
  });

  it('is shown no secret by what is only asked with POST', async () => {
    const reader = await givenReaderToken(test, account.administrator.id);
    const questions = allRoutes().filter(
      ({ method, permission, path }) =>
        method === 'POST' && permission.endsWith(':read') && path.startsWith('/api/v1/accounts/:account_id'),
    );

    for (const route of questions) {
      const body = { payload: [] };
      const { text } = await test.request('POST', fill(route, [account.id]), { token: reader, body });
      expect([...secrets.keys()].filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect(questions).not.toEqual([]);
  });
});
