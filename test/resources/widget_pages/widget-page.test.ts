import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const website = async (more: object = {}, name = 'Support') =>
  givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'https://shop.example', ...more }, name);
const open = (token: string, headers: Record<string, string> = {}) =>
  test.request('GET', `/widget?website_token=${encodeURIComponent(token)}`, { headers });
const policyOf = async (token: string, headers?: Record<string, string>) =>
  (await open(token, headers)).headers.get('content-security-policy') ?? '';

describe('GET /widget', () => {
  it('is a page with the inbox in it, which makes no contact', async () => {
    const inbox = await website({ welcome_title: 'Hello!', widget_color: '#123456' });

    const { status, headers, text } = await open(inbox.website_token);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Support</title>');
    const [, data = ''] = /<script id="parley-widget" type="application\/json">(.*)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      website_token: inbox.website_token,
      website_name: 'Support',
      widget_color: '#123456',
      welcome_title: 'Hello!',
      locale: 'en',
    });
    const contacts = await test
      .rows()
      .selectFrom('contact_inboxes')
      .select('id')
      .where('inbox_id', '=', inbox.id)
      .execute();
    expect(contacts).toEqual([]);
    expect(headers.get('set-cookie')).toBe(null);
  });

  it('loads the scripts that it names', async () => {
    const { text } = await open((await website()).website_token);

    const scripts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) expect((await test.request('GET', path)).status).toBe(200);
  });

  it.each([
    ['', 'en'],
    ['de', 'de'],
    ['de_AT', 'de'],
    ['pt', 'pt_BR'],
    ['zh-cn', 'zh_CN'],
    ['xx', 'en'],
  ])('has browsers load the texts together with the script: %j', async (locale, loaded) => {
    const { website_token: token } = await website();

    const { text } = await test.request('GET', `/widget?website_token=${token}&locale=${locale}`);

    const names = [...text.matchAll(/modulepreload" href="\/packs\/js\/([^"]+)-\w+\.js"/g)].map(([, name]) => name);
    expect(names.at(-1)).toBe(loaded);
  });

  it('lets in no script but its own, and may be in any frame unless the inbox names websites', async () => {
    const policy = await policyOf((await website()).website_token);

    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('frame-ancestors');
  });

  it.each([
    ['shop.example', "'self' shop.example"],
    ['shop.example, *.shop.example', "'self' shop.example *.shop.example"],
    ['https://shop.example/\nlocalhost:3000', "'self' https://shop.example localhost:3000"],
    ['shop.example; script-src', "'self' shop.example script-src"],
  ])('may be in a frame where the inbox says so: %j', async (allowed_domains, ancestors) => {
    const policy = await policyOf((await website({ allowed_domains })).website_token);

    expect(policy.split('; ').at(-1)).toBe(`frame-ancestors ${ancestors}`);
  });

  it('leaves out what is no website, in inboxes that were made when that was not checked', async () => {
    const { id, website_token: token } = await website({ allowed_domains: 'shop.example' });
    const { channel_id } = await test
      .rows()
      .selectFrom('inboxes')
      .select('channel_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const settings = JSON.stringify({ allowed_domains: "shop.example; *, 'unsafe-inline', script-src *" });
    await test
      .rows()
      .updateTable('channels')
      .set({ settings: settings as never })
      .where('id', '=', channel_id)
      .execute();

    expect((await policyOf(token)).split('; ').at(-1)).toBe("frame-ancestors 'self' shop.example script-src");
  });

  it('may be in any frame of an app, which has no origin, where the inbox allows apps', async () => {
    const more = { allowed_domains: 'shop.example', selected_feature_flags: ['allow_mobile_webview'] };
    const { website_token: token } = await website(more);

    expect(await policyOf(token)).not.toContain('frame-ancestors');
    expect(await policyOf(token, { Origin: 'file://' })).not.toContain('frame-ancestors');
    expect(await policyOf(token, { Origin: 'https://evil.example' })).toContain("frame-ancestors 'self' shop.example");
  });

  it('shows names as text', async () => {
    const { website_token: token } = await website({ welcome_title: '</script><script>alert(1)' }, '<b>"Shop"</b>');

    const { text } = await open(token);

    expect(text).toContain('<title>&lt;b&gt;&quot;Shop&quot;&lt;/b&gt;</title>');
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).not.toContain('<b>');
  });

  it('is asked for again without being sent again', async () => {
    const { website_token: token } = await website();
    const { headers } = await open(token);

    const again = await open(token, { 'If-None-Match': headers.get('etag') ?? '' });

    expect([headers.get('cache-control'), again.status, again.text]).toEqual(['no-cache', 304, '']);
  });

  it('is a page that says what is missing', async () => {
    const { status, headers, text } = await test.request('GET', '/widget');

    expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
    expect(text).toContain('website_token');
  });

  it.each(['unknown', 'a b%'])('is a page that says so when there is no such inbox: %j', async (token) => {
    const { status, headers, text } = await open(token);

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Inbox not found');
  });

  it('is no page of an API inbox, of a deleted inbox or of a suspended account', async () => {
    const account = await givenAccount(test);
    const api = await givenInbox(account);
    const deleted = await website();
    const suspended = await website();
    await test.rows().updateTable('inboxes').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
    const { account_id } = await test
      .rows()
      .selectFrom('inboxes')
      .select('account_id')
      .where('id', '=', suspended.id)
      .executeTakeFirstOrThrow();
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account_id).execute();

    const answers = await Promise.all(
      [api.inbox_identifier, deleted.website_token, suspended.website_token].map((token) => open(token)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 401]);
  });
});

describe('GET /widget/bubble.js', () => {
  const bubble = async (token: string, more = '') => {
    const answer = await test.request('GET', `/widget/bubble.js?website_token=${token}${more}`);
    const [, site = 'null'] = /^export const site = (.*);\n$/.exec(answer.text) ?? [];
    return { ...answer, site: JSON.parse(site) };
  };

  it('is a module that any page may load, with the colour and the labels of the bubble', async () => {
    const { website_token: token } = await website({ widget_color: '#123456' });

    const { status, headers, site } = await bubble(token);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(site).toEqual({
      color: '#123456',
      labels: { open: 'Open chat window', close: 'Close chat window' },
      campaigns: [],
    });
  });

  it.each([
    ['de', 'Chatfenster öffnen'],
    ['pt_BR', 'Abrir janela de chat'],
    ['zh-CN', '打开聊天窗口'],
    ['tlh', 'Open chat window'],
  ])('speaks the language of the visitor: %s', async (locale, label) => {
    const { site } = await bubble((await website()).website_token, `&locale=${locale}`);

    expect(site.labels.open).toBe(label);
  });

  it('says when campaigns are due that are enabled and ongoing, and nothing else of them', async () => {
    const inbox = await website();
    const row = {
      inbox_id: inbox.id,
      title: 'Secret title',
      message: 'Need help?',
      trigger_rules: JSON.stringify({ url: 'https://shop.example/*', time_on_page: 5 }) as never,
      created_at: new Date(),
      updated_at: new Date(),
    };
    const { account_id } = await test
      .rows()
      .selectFrom('inboxes')
      .select('account_id')
      .where('id', '=', inbox.id)
      .executeTakeFirstOrThrow();
    for (const more of [
      { display_id: 1 },
      { display_id: 2, enabled: false },
      { display_id: 3, campaign_type: 'one_off' as const },
    ]) {
      await test
        .rows()
        .insertInto('campaigns')
        .values({ ...row, account_id, ...more })
        .execute();
    }

    const { site, text } = await bubble(inbox.website_token);

    expect(site.campaigns).toEqual([{ url: 'https://shop.example/*', time_on_page: 5 }]);
    expect(text).not.toContain('Secret');
  });

  it('is none of an inbox that does not exist', async () => {
    expect((await bubble('unknown')).status).toBe(404);
  });
});
