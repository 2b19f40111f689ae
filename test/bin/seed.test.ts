import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenUnmigratedPlace, type Place } from '../support/database.ts';
import { damageIn } from '../support/database/integrity.ts';
import { countedRows, keptCounts } from '../support/database/kept-counts.ts';
import { startScript } from '../support/programs/start-script.ts';

const SEED = join(import.meta.dirname, '../../bin/seed.ts');

const seed = ({ dataDir, databaseUrl }: Place, ...args: string[]) =>
  startScript(SEED, ['--data-dir', dataDir, ...(databaseUrl ? ['--database-url', databaseUrl] : []), ...args]).ended;

/** The document that the command prints. */
type Made = {
  account: { id: number };
  user: { email: string };
  access_token: string;
  password: string;
  widget: string;
  help_centre: string;
};

describe('npm run seed', () => {
  let place: Place;
  let test: TestApp;
  let made: Made;
  let call: (path: string, options?: { method: string; body: unknown }) => ReturnType<TestApp['request']>;
  beforeAll(async () => {
    place = await givenUnmigratedPlace();
    const { code, stdout, stderr } = await seed(place, '--json');
    if (code !== 0) throw new Error(stderr);
    made = JSON.parse(stdout);
    test = await givenApp({}, { place, jobs: false });
    call = (path, { method, body } = { method: 'GET', body: undefined }) =>
      test.request(method, `/api/v1/accounts/${made.account.id}${path}`, { token: made.access_token, body });
  });
  afterAll(async () => {
    await test.stop();
    await place.remove();
  });

  it('makes five agents with two roles, a password that lets them in, and 40 contacts in several countries', async () => {
    const { body: agents } = await call('/agents');
    const { body: contacts } = await call('/contacts?per_page=100');
    const signedIn = await test.request('POST', '/auth/sign_in', {
      body: { email: made.user.email, password: made.password },
    });

    expect(agents.map(({ role }: { role: string }) => role).toSorted()).toEqual([
      'administrator',
      'administrator',
      'agent',
      'agent',
      'agent',
    ]);
    expect(contacts.meta.count).toBe(40);
    const countries = contacts.payload.map(
      (each: { additional_attributes: { country_code: string } }) => each.additional_attributes.country_code,
    );
    expect(new Set(countries).size).toBeGreaterThan(5);
    expect(signedIn.status).toBe(200);
  });

  it('makes 200 conversations, with all statuses, in inboxes of six kinds', async () => {
    const statuses = ['open', 'pending', 'resolved', 'snoozed'];
    const counts = await Promise.all(
      statuses.map(async (status) => (await call(`/conversations?status=${status}`)).body.data.meta.all_count),
    );
    const { body: inboxes } = await call('/inboxes');
    const perInbox = await Promise.all(
      inboxes.payload.map(
        async ({ id }: { id: number }) =>
          (await call(`/conversations?status=all&inbox_id=${id}`)).body.data.meta.all_count,
      ),
    );

    expect(counts.reduce((all, count) => all + count, 0)).toBe(200);
    expect(counts.filter((count) => count < 5)).toEqual([]);
    expect(inboxes.payload.map((inbox: { channel_type: string }) => inbox.channel_type).toSorted()).toEqual([
      'Channel::Api',
      'Channel::Email',
      'Channel::Line',
      'Channel::Sms',
      'Channel::WebWidget',
      'Channel::Whatsapp',
    ]);
    expect(perInbox.filter((count) => count < 5)).toEqual([]);
  });

  it('makes messages of every kind', async () => {
    const rows = test.rows();
    const kinds = await rows
      .selectFrom('messages')
      .select(['content_type', 'message_type', 'status', 'private'])
      .distinct()
      .execute();
    const of = (name: 'content_type' | 'message_type' | 'status' | 'private') => new Set(kinds.map((row) => row[name]));

    expect([...of('content_type')]).toEqual(
      expect.arrayContaining(['text', 'incoming_email', 'input_csat', 'input_select', 'form', 'cards', 'article']),
    );
    expect([...of('message_type')].toSorted()).toEqual(['activity', 'incoming', 'outgoing', 'template']);
    expect([...of('status')].toSorted()).toEqual(['delivered', 'failed', 'read', 'sent']);
    expect(of('private').size).toBe(2);
    const files = await rows.selectFrom('attachments').select('content_type').distinct().execute();
    expect(files.map((file) => file.content_type).toSorted()).toEqual(['application/pdf', 'image/png']);
    for (const word of ['注文番号', 'مرحبا']) {
      const { body } = await call(`/search/messages?q=${encodeURIComponent(word)}`);
      expect(body.payload.messages.length).toBeGreaterThan(0);
    }
  });

  it('makes ratings, teams, labels, answers, macros, a rule and custom attributes', async () => {
    const count = async (path: string) => {
      const { body } = await call(path);
      return (Array.isArray(body) ? body : body.payload).length as number;
    };

    expect(await count('/teams')).toBe(2);
    expect(await count('/labels')).toBe(8);
    expect(await count('/canned_responses')).toBe(4);
    expect(await count('/macros')).toBe(2);
    expect(await count('/automation_rules')).toBe(1);
    expect(await count('/custom_attribute_definitions?attribute_model=contact_attribute')).toBe(2);
    expect((await call('/csat_survey_responses/metrics')).body.total_count).toBeGreaterThan(20);
  });

  it('makes a help centre in two languages, and a page with the widget', async () => {
    const slug = made.help_centre.split('/').at(-1);
    const pages = await Promise.all(
      [`/hc/${slug}/en`, `/hc/${slug}/de`, new URL(made.widget).pathname + new URL(made.widget).search].map((path) =>
        fetch(`${test.url}${path}`),
      ),
    );

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await pages[1]!.text()).toContain('Lieferung');
  });

  it('leaves nothing to send: no message, no mail, no delivery', async () => {
    const jobs = await test.rows().selectFrom('jobs').select('kind').distinct().execute();

    expect(jobs.map(({ kind }) => kind).toSorted()).toEqual(['convert_attributes', 'register_channel']);
    expect(await test.rows().selectFrom('sendings').select('id').execute()).toEqual([]);
    expect(await test.rows().selectFrom('deliveries').select('id').execute()).toEqual([]);
  });

  it('leaves a database whose rows and counts agree', async () => {
    const account = { id: made.account.id, place };

    expect(await damageIn(place)).toEqual([]);
    expect(await keptCounts(account)).toEqual(await countedRows(account));
  });

  it('says that the company is there when it is called again', async () => {
    const again = await seed(place);

    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`Tidewater Tea is there already, as account ${made.account.id}`);
    expect((await call('/conversations?status=all')).body.data.meta.all_count).toBe(200);
  });

  it('removes the company with its people', async () => {
    const removed = await seed(place, '--remove');
    const rows = test.rows();
    const left = [
      await rows.selectFrom('users').select('id').execute(),
      await rows.selectFrom('conversations').select('id').execute(),
      await rows.selectFrom('contacts').select('id').execute(),
      await rows.selectFrom('portals').select('id').execute(),
    ];

    expect([removed.code, removed.stdout]).toEqual([0, `Removed Tidewater Tea, account ${made.account.id}.\n`]);
    expect(left).toEqual([[], [], [], []]);
    expect(await damageIn(place)).toEqual([]);
  });
});
