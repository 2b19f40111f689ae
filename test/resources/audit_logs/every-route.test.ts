import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isHidden } from '../../../src/db/audit/hidden-columns.ts';
import { AUDITED } from '../../../src/db/audit/rules.ts';
import type { Tables } from '../../../src/db/database.ts';
import { entities } from '../../../src/entities/all.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenOneOfEach, type OneOfEach, type Segment } from '../../support/one-of-each.ts';
import { accountRoutes, fill, type MountedRoute, parametersOf, rolesOf } from '../../support/openapi/routes.ts';

let test: TestApp;
beforeAll(async () => {
  // All secrets of the database are looked for: there shall be those of these tests alone.
  test = await givenApp({}, { isShared: false });
});
afterAll(() => test.stop());

const WITH_PROVIDER = 'it only gives an address at the provider; coming back from there is audited';
const ASKS_PROVIDER = 'it decides nothing, but asks the provider or tells it again';

/** The routes that only administrators may use and that leave nothing in the log, with the reason. */
const NOT_AUDITED: Record<string, string> = {
  ...Object.fromEntries(
    ['google', 'microsoft', 'notion', 'linear', 'slack', 'instagram', 'facebook', 'shopify', 'tiktok', 'twitter'].map(
      (provider) => [`POST /${provider}/authorization`, WITH_PROVIDER],
    ),
  ),
  'POST /whatsapp/authorization': 'makes an inbox, as POST /inboxes does, but needs the provider for it',
  'POST /integrations/shopify/auth': WITH_PROVIDER,
  'PATCH /integrations/slack': 'asks Slack for the channel first; the hook is audited',
  'POST /inboxes/:id/request_address_code': 'it decides nothing: a mail has the code',
  'POST /inboxes/:id/sync_templates': ASKS_PROVIDER,
  'POST /inboxes/:id/register_webhook': ASKS_PROVIDER,
  'POST /inboxes/:id/csat_template':
    'needs the provider for it; resources/inboxes/survey-templates.test.ts looks at the log',
  'PATCH /csat_survey_responses/:id': 'what the team notes about an answer of a contact',
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver': 'the log of deliveries has it',
  'POST /portals/:portal_slug/send_instructions': 'it decides nothing: a mail says what a domain needs',
  'POST /portals/:portal_slug/categories/reorder': 'in which order they stand is no change of any',
  'POST /portals/:portal_slug/articles/reorder': 'in which order they stand is no change of any',
};

type Given = { account: TestAccount; ids: OneOfEach };
type Prepare = (given: Given) => unknown;

/** After these, nothing else of the account can be changed as before, or they have to be the first of their kind. */
const NOT_SHARED = /\/(erase|archive|saml_settings)$/;

const members: Prepare = ({ account, ids }) => ({ inbox_id: ids.inboxes, user_ids: [account.administrator.id] });
const teamMembers: Prepare = ({ account }) => ({ user_ids: [account.administrator.id] });

/** What must be there first, and the body where the example of the document is about something else. */
const PREPARED: Record<string, Prepare> = {
  'POST /inbox_members': members,
  'PATCH /inbox_members': members,
  'DELETE /inbox_members': async (given) => {
    await given.account.call('POST', '/inbox_members', members(given));
    return members(given);
  },
  'POST /teams/:team_id/team_members': teamMembers,
  'PATCH /teams/:team_id/team_members': ({ ids }) => ({ user_ids: [ids.users] }),
  'DELETE /teams/:team_id/team_members': async (given) => {
    await given.account.call('POST', `/teams/${given.ids.teams}/team_members`, teamMembers(given));
    return teamMembers(given);
  },
  'POST /inboxes/:id/set_agent_bot': ({ ids }) => ({ agent_bot: ids.agent_bots }),
  async 'POST /inboxes/:id/assignment_policy'({ account }) {
    const { body } = await account.call('POST', '/assignment_policies', { name: 'Another' });
    return { assignment_policy_id: body.id };
  },
  'POST /agent_capacity_policies/:id/users': ({ account }) => ({ user_id: account.administrator.id }),
  'POST /agent_capacity_policies/:id/inbox_limits': ({ ids }) => ({ inbox_id: ids.inboxes, conversation_limit: 2 }),
  'POST /agents': ({ ids }) => ({ email: 'grace@example.com', name: 'Grace', role: 'agent', inbox_ids: [ids.inboxes] }),
  'POST /agents/bulk_create': ({ ids }) => ({ emails: ['alan@example.com'], inbox_ids: [ids.inboxes] }),
  async 'POST /inboxes/:id/verify_address'({ ids }) {
    const { channel_id: id } = await test
      .rows()
      .selectFrom('inboxes')
      .select('channel_id')
      .where('id', '=', Number(ids.inboxes))
      .executeTakeFirstOrThrow();
    await test
      .rows()
      .updateTable('channels')
      .set({ claimed_address: `address ${id}` })
      .where('id', '=', id)
      .execute();
    return {};
  },
  async 'POST /portals/:portal_slug/verify_domain'({ account }) {
    const claimed = { custom_domain: null, claimed_domain: 'help.example.com' };
    await test.rows().updateTable('portals').set(claimed).where('account_id', '=', account.id).execute();
    return {};
  },
  'POST /labels': () => ({ title: 'another' }),
  'POST /custom_attribute_definitions': () => ({
    attribute_display_name: 'Size',
    attribute_key: 'size',
    attribute_model: 'contact_attribute',
  }),
  async 'POST /campaigns'({ account }) {
    const website = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
    const rules = { url: 'https://shop.example.com/*' };
    return { title: 'Prices', message: 'Any questions?', inbox_id: website.id, trigger_rules: rules };
  },
  'POST /contacts/import'() {
    const form = new FormData();
    form.set('import_file', new Blob(['email\ncarla@example.com\n'], { type: 'text/csv' }), 'people.csv');
    return form;
  },
  'DELETE /agent_bots/:id/avatar': ({ ids }) => givePicture('agent_bots', ids.agent_bots),
  'DELETE /inboxes/:id/avatar': ({ ids }) => givePicture('inboxes', ids.inboxes),
  'DELETE /portals/:portal_slug/logo': async ({ ids }) => {
    await test
      .rows()
      .updateTable('portals')
      .set({ avatar_url: 'https://example.com/a.png' })
      .where('slug', '=', ids.portals)
      .execute();
  },
  'POST /portals': ({ account }) => ({ name: 'Another', slug: `another-${account.id}` }),
  'POST /portals/:portal_slug/articles/bulk_actions/translate': ({ ids }) => ({ ids: [ids.articles], locale: 'de' }),
  'PATCH /portals/:portal_slug/articles/bulk_actions/update_status': ({ ids }) => ({
    ids: [ids.articles],
    status: 'archived',
  }),
  'PATCH /portals/:portal_slug/articles/bulk_actions/update_category': async ({ account, ids }) => {
    const path = `/portals/${ids.portals}/categories`;
    const { body } = await account.call('POST', path, { name: 'Other' });
    return { ids: [ids.articles], category_id: body.payload.id };
  },
  'DELETE /portals/:portal_slug/articles/bulk_actions/delete_articles': ({ ids }) => ({ ids: [ids.articles] }),
  'PATCH /portals/:portal_slug/articles/:id': () => ({ status: 'draft' }),
  'DELETE /webhooks/:id/previous_secret': async ({ account, ids }) => {
    await account.call('POST', `/webhooks/${ids.webhooks}/rotate_secret`);
  },
  'PATCH /saml_settings': giveSaml,
  'DELETE /saml_settings': giveSaml,
  ...Object.fromEntries(
    ['facebook', 'instagram', 'linear', 'notion', 'shopify', 'slack'].map((provider) => [
      `DELETE /integrations/${provider}`,
      ({ account }: Given) => givenIntegration(account, provider),
    ]),
  ),
};

async function giveSaml({ account }: Given): Promise<void> {
  const { example } = routes.find((route) => nameOf(route) === 'POST /saml_settings')!;
  await account.call('POST', '/saml_settings', { ...example, role_mappings: {} });
}

async function givePicture(table: 'agent_bots' | 'inboxes', id: number): Promise<void> {
  await test.rows().updateTable(table).set({ avatar_url: 'https://example.com/a.png' }).where('id', '=', id).execute();
}

async function givenIntegration({ id }: TestAccount, provider: string): Promise<void> {
  const now = new Date();
  await test
    .rows()
    .insertInto('authorizations')
    .values({
      account_id: id,
      provider: provider as never,
      sealed_tokens: test.app.installation.vault.seal('{"access":"of a test"}'),
      details: '{}' as never,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

const nameOf = ({ method, path }: MountedRoute) =>
  `${method} ${path.replace('/api/v1/accounts/:account_id', '') || '/'}`;

const routes = accountRoutes().filter(
  (route) => route.method !== 'GET' && rolesOf(route).every((role) => role === 'administrator'),
);

describe('each route by which only administrators change something', () => {
  it('is there still, where a reason is given why it is not audited', () => {
    const names = routes.map(nameOf);

    expect([...Object.keys(NOT_AUDITED), ...Object.keys(PREPARED)].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(routes.filter((route) => !(nameOf(route) in NOT_AUDITED)).map((route) => [nameOf(route), route] as const))(
    '%s is in the log, without secrets',
    async (name, route) => {
      const given = await givenFor(route);
      const { account, ids } = given;
      const values = parametersOf(route).map(({ segment }) =>
        segment === 'accounts' ? account.id : ids[segment as Segment],
      );
      const body = (await PREPARED[name]?.(given)) ?? route.example ?? {};
      const requestId = randomUUID();

      const { status, text } = await test.request(route.method, fill(route, values), {
        token: account.administrator.token,
        headers: { 'X-Request-Id': requestId },
        body,
      });

      expect([status < 300, text]).toEqual([true, text]);
      const entries = (await account.call('GET', '/audit_logs')).body.audit_logs.filter(
        (entry: { request_uuid: string }) => entry.request_uuid === requestId,
      );
      expect(entries).not.toEqual([]);
      const log = JSON.stringify(entries);
      for (const secret of [...(await secretsInRows()), ...secretsIn(text)]) expect(log).not.toContain(secret);
    },
  );
});

let shared: Promise<Given> | undefined;

/** One of each thing: its own where the route takes something away, else those of all routes that do not. */
function givenFor({ method, path }: MountedRoute): Promise<Given> {
  if (method === 'DELETE' || NOT_SHARED.test(path)) return givenAll();
  shared ??= givenAll();
  return shared;
}

async function givenAll(): Promise<Given> {
  const account = await givenAccount(test);
  return { account, ids: await givenOneOfEach(account) };
}

/** The audited tables that have columns which must not be shown. */
const WITH_SECRETS = entities
  .filter(({ meta }) => Object.values(meta.properties).some(({ hidden }) => hidden))
  .map(({ meta }) => meta.tableName as keyof Tables)
  .filter((table) => typeof AUDITED[table] === 'object');

/** The values of columns that must not be shown, of all audited tables. */
async function secretsInRows(): Promise<string[]> {
  const found = await Promise.all(
    WITH_SECRETS.map(async (table) => {
      const rows: Record<string, unknown>[] = await test.rows().selectFrom(table).selectAll().execute();
      return rows.flatMap((row) => Object.entries(row).flatMap(([column, value]) => secretIn(table, column, value)));
    }),
  );
  return found.flat();
}

const secretIn = (table: string, column: string, value: unknown): string[] =>
  isHidden(table, column) && typeof value === 'string' && value !== '' ? [value] : [];

/** What an answer has that is shown this once, or to administrators alone. */
function secretsIn(answer: string): string[] {
  return [...answer.matchAll(/"(?:access_token|secret|hmac_token)":"([^"]+)"/g)].map(([, secret]) => secret ?? '');
}
