import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { givenArticle, givenCategory, givenPortal, newSlug } from './given-portal.ts';

let test: TestApp;
let mails: MailServer;
beforeAll(async () => {
  mails = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': mails.url });
});
afterAll(async () => {
  await test.stop();
  await mails.stop();
});

const find = (account: TestAccount, { slug }: { slug: string }, query = '') =>
  account.call('GET', `/portals/${slug}${query}`);
const change = (account: TestAccount, { slug }: { slug: string }, body: object) =>
  account.call('PATCH', `/portals/${slug}`, body);

describe('POST /portals', () => {
  it('creates one with all that is given', async () => {
    const account = await givenAccount(test);
    const slug = newSlug();
    const given = {
      name: 'Acme Help',
      slug: slug.toUpperCase(),
      color: '#ABC',
      custom_domain: `https://${slug}.Example.com./`,
      header_text: 'How can we help?',
      page_title: 'Help',
      homepage_link: 'https://www.example.com/shop',
    };
    const config = {
      allowed_locales: ['en', 'de', 'pt_BR'],
      draft_locales: ['de'],
      default_locale: 'pt_BR',
      layout: 'documentation',
      social_profiles: { x: 'acme', facebook: '' },
      locale_translations: { en: { name: 'Help', header_text: '' } },
    };

    const { status, body } = await account.call('POST', '/portals', { portal: { ...given, config } });

    expect(status).toBe(201);
    const none = { articles_count: 0, categories_count: 0 };
    expect(body).toEqual({
      ...given,
      id: expect.any(Number),
      slug,
      custom_domain_status: 'active',
      custom_domain_proof: { type: 'TXT', name: `_parley.${slug}.example.com`, value: expect.any(String) },
      custom_domain: `${slug}.example.com`,
      archived: false,
      account_id: account.id,
      config: {
        ...config,
        draft_locales: undefined,
        allowed_locales: [
          { code: 'en', ...none, draft: false },
          { code: 'de', ...none, draft: true },
          { code: 'pt_BR', ...none, draft: false },
        ],
        social_profiles: { x: 'acme' },
        locale_translations: { en: { name: 'Help' } },
      },
      meta: {
        all_articles_count: 0,
        archived_articles_count: 0,
        published_count: 0,
        draft_articles_count: 0,
        mine_articles_count: 0,
        categories_count: 0,
        default_locale: 'pt_BR',
      },
    });
    expect((await find(account, { slug })).body).toEqual(body);
  });

  it('is English and blue unless given otherwise', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/portals', { name: 'Help', slug: newSlug() });

    expect(body).toMatchObject({ color: '#1f93ff', custom_domain: null, homepage_link: null, header_text: null });
    expect(body.config).toMatchObject({ default_locale: 'en', layout: 'classic', social_profiles: {} });
    expect(body.config.allowed_locales).toMatchObject([{ code: 'en' }]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['slug', { slug: '' }],
    ['slug', { slug: 'two words' }],
    ['slug', { slug: '-x' }],
    ['slug', { slug: 'größe' }],
    ['slug', { slug: 'x'.repeat(101) }],
    ['color', { color: 'blue' }],
    ['color', { color: '#12345' }],
    ['color', { color: '#fff;}body{color:red' }],
    ['custom_domain', { custom_domain: 'localhost' }],
    ['custom_domain', { custom_domain: '127.0.0.1' }],
    ['custom_domain', { custom_domain: 'a.example.com/path' }],
    ['custom_domain', { custom_domain: 'a.example.com:8080' }],
    ['homepage_link', { homepage_link: 'javascript:alert(1)' }],
    ['header_text', { header_text: 'x'.repeat(1001) }],
    ['config.allowed_locales', { config: { allowed_locales: [] } }],
    ['config.allowed_locales', { config: { allowed_locales: ['en', 'en'] } }],
    ['config.allowed_locales[0]', { config: { allowed_locales: ['../x'] } }],
    ['config.default_locale', { config: { allowed_locales: ['en'], default_locale: 'de' } }],
    ['config.draft_locales', { config: { allowed_locales: ['en'], draft_locales: ['en'] } }],
    ['config.layout', { config: { layout: 'wide' } }],
    ['config.locale_translations', { config: { locale_translations: { de: { name: 5 } } } }],
  ])('refuses a %s as in %j', async (field, given) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/portals', { name: 'Help', slug: newSlug(), ...given });

    expect([status, body.attributes]).toEqual([422, [field]]);
    expect((await account.call('GET', '/portals')).body.payload).toEqual([]);
  });

  it('gives a slug once in the installation, and a domain once in the account', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const slug = newSlug();
    const domain = `${slug}.example.com`;
    await givenPortal(account, { slug, custom_domain: domain });

    const answers = [
      await other.call('POST', '/portals', { name: 'Help', slug }),
      await account.call('POST', '/portals', { name: 'Help', slug: newSlug(), custom_domain: domain }),
    ];

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [422, 'slug has already been taken'],
      [422, 'custom_domain has already been taken'],
    ]);
  });
});

describe('GET /portals', () => {
  it('lists those of the account, with counts, to agents too', async () => {
    const account = await givenAccount(test);
    await givenPortal(await givenAccount(test));
    const [first, second] = [await givenPortal(account), await givenPortal(account)];
    const category = await givenCategory(account, second, { locale: 'de' });
    await givenArticle(account, second, { category_id: category.id });
    await givenArticle(account, second, { status: 'draft' });
    await givenArticle(account, second, { status: 'archived' });
    const agent = await givenAgent(test, account);

    const { body } = await account.call('GET', '/portals', undefined, { token: agent.token });
    const paged = await account.call('GET', '/portals?page=2&per_page=1');

    expect(body.payload.map(({ slug }: { slug: string }) => slug)).toEqual([first.slug, second.slug]);
    expect(body.meta).toEqual({ current_page: 1, portals_count: 2 });
    expect(body.payload[1].meta).toEqual({
      all_articles_count: 3,
      archived_articles_count: 1,
      published_count: 1,
      draft_articles_count: 1,
      mine_articles_count: 0,
      categories_count: 1,
      default_locale: 'en',
    });
    expect(body.payload[1].config.allowed_locales).toMatchObject([
      { code: 'en', articles_count: 2, categories_count: 0 },
      { code: 'de', articles_count: 1, categories_count: 1 },
      { code: 'ar', articles_count: 0, categories_count: 0 },
    ]);
    expect(paged.body.payload).toMatchObject([{ slug: second.slug, meta: { mine_articles_count: 3 } }]);
    expect(paged.body.meta).toEqual({ current_page: 2, portals_count: 2 });
    expect((await find(account, second, '?locale=de')).body.meta).toMatchObject({
      all_articles_count: 1,
      categories_count: 1,
    });
  });
});

describe('PATCH /portals/{slug}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account, { header_text: 'Hello' });

    const named = await change(account, portal, { portal: { name: 'Support' } });
    const set = await change(account, portal, { config: { layout: 'documentation', allowed_locales: ['de', 'en'] } });
    const emptied = await change(account, portal, { header_text: null, homepage_link: '', custom_domain: '' });

    expect(named.body).toEqual({ ...portal, name: 'Support' });
    expect(set.body.config).toMatchObject({ layout: 'documentation', default_locale: 'en' });
    expect(set.body.config.allowed_locales).toMatchObject([{ code: 'de' }, { code: 'en' }]);
    expect(emptied.body).toMatchObject({ header_text: null, homepage_link: null, custom_domain: null });
  });

  it('takes another default locale where the present one is not allowed any more', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);

    const { body } = await change(account, portal, { config: { allowed_locales: ['de', 'ar'] } });

    expect(body.config.default_locale).toBe('de');
  });

  it('makes a website inbox the only one that offers it, which the inbox and its widget show', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account, { config: { allowed_locales: ['en', 'de'], draft_locales: ['de'] } });
    const website = { type: 'web_widget', website_url: 'https://shop.example.com' };
    const [first, second] = [await givenInbox(account, website, 'One'), await givenInbox(account, website, 'Two')];
    await account.call('PATCH', `/inboxes/${first.id}`, { portal_id: portal.id });

    const before = (await find(account, portal)).body.inbox;
    const { body } = await change(account, portal, { inbox_id: second.id });

    expect(before).toMatchObject({ id: first.id, name: 'One', channel_type: 'Channel::WebWidget' });
    expect(body.inbox).toMatchObject({ id: second.id });
    const shown = async (id: number) => (await account.call('GET', `/inboxes/${id}`)).body;
    expect(await shown(first.id)).toMatchObject({ portal_id: null, help_center: null });
    expect(await shown(second.id)).toMatchObject({
      portal_id: portal.id,
      help_center: { name: 'Acme Help', slug: portal.slug },
    });
    const config = await test.request('POST', `/api/v1/widget/config?website_token=${second.website_token}`);
    expect(config.body.website_channel_config.portal).toEqual({
      id: portal.id,
      name: 'Acme Help',
      slug: portal.slug,
      custom_domain: null,
      url: `${test.app.installation.publicUrl}/hc/${portal.slug}`,
      config: { allowed_locales: ['en'], default_locale: 'en' },
    });
    await account.call('PATCH', `/portals/${portal.slug}/archive`);
    const hidden = await test.request('POST', `/api/v1/widget/config?website_token=${second.website_token}`);
    expect(hidden.body.website_channel_config.portal).toBeNull();
    expect((await change(account, portal, { inbox_id: null })).body.inbox).toBeUndefined();
  });

  it('refuses inboxes and portals that are not there, or of another kind', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const [portal, theirs] = [await givenPortal(account), await givenPortal(other)];
    const api = await givenInbox(account);
    const foreign = await givenInbox(other, { type: 'web_widget', website_url: 'https://x.example.com' });

    const answers = [
      await change(account, portal, { inbox_id: api.id }),
      await change(account, portal, { inbox_id: foreign.id }),
      await account.call('PATCH', `/inboxes/${api.id}`, { portal_id: theirs.id }),
      await account.call('POST', '/inboxes', { name: 'X', channel: { type: 'api' }, portal_id: theirs.id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.message ?? body.error])).toEqual([
      [422, 'inbox_id must be a website inbox'],
      [404, 'Inbox not found'],
      [404, 'Portal not found'],
      [404, 'Portal not found'],
    ]);
  });
});

describe('the logo of a portal', () => {
  it('is a picture in a form or an upload, and can be deleted', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    const form = new FormData();
    form.set('portal[logo]', new Blob([PIXEL], { type: 'image/png' }), 'Acme Büro.png');
    const upload = new FormData();
    upload.set('attachment', new Blob([PIXEL], { type: 'image/png' }), 'logo.png');
    const { blob_id } = (await account.call('POST', '/upload', upload)).body;

    const { body } = await change(account, portal, form);
    const again = await change(account, portal, { portal: {}, blob_id });

    const { id: portal_id } = portal;
    expect(body.logo).toMatchObject({ portal_id, file_type: 'image/png', account_id: account.id });
    expect([body.logo.filename, again.body.logo.filename]).toEqual(['Acme Büro.png', 'logo.png']);
    expect((await fetch(again.body.logo.file_url)).status).toBe(200);
    expect(again.body.logo.file_url).not.toBe(body.logo.file_url);
    expect((await account.call('DELETE', `/portals/${portal.slug}/logo`)).status).toBe(200);
    expect((await find(account, portal)).body.logo).toBeUndefined();
    expect((await fetch(again.body.logo.file_url)).status).toBe(404);
  });

  it('refuses what is no picture', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    const form = new FormData();
    form.set('logo', new Blob(['<svg onload="alert(1)"/>']), 'logo.svg');

    const { status, body } = await change(account, portal, form);

    expect([status, body.attributes]).toEqual([422, ['logo']]);
  });
});

describe('the custom domain of a portal', () => {
  it('is explained by mail, with the host of this server', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account, { custom_domain: `${newSlug()}.example.com` });

    const email = `${portal.slug}@example.com`;

    const { status } = await account.call('POST', `/portals/${portal.slug}/send_instructions`, { email });

    expect(status).toBe(200);
    const [mail] = await mails.mailsTo(email);
    expect(mail!.email.subject).toBe(`How to set up ${portal.custom_domain} for Acme Help`);
    expect(mail!.email.text).toContain(`Value   ${new URL(test.app.installation.publicUrl).hostname}`);
  });

  it.each(['send_instructions', 'ssl_status'])('is needed for %s', async (path) => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    const isMail = path === 'send_instructions';

    const { status, body } = await account.call(
      isMail ? 'POST' : 'GET',
      `/portals/${portal.slug}/${path}`,
      isMail ? { email: 'a@example.com' } : undefined,
    );

    expect([status, body.error]).toEqual([422, 'Custom domain is not configured']);
  });

  it('is pending where it cannot be reached, with the reason', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account, { custom_domain: `${newSlug()}.invalid` });

    const { body } = await account.call('GET', `/portals/${portal.slug}/ssl_status`);

    expect(body).toEqual({ status: 'pending', verification_errors: [expect.stringContaining(portal.custom_domain)] });
  });

  it('has its mails limited', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account, { custom_domain: `${newSlug()}.example.com` });
    const send = () => account.call('POST', `/portals/${portal.slug}/send_instructions`, { email: 'a@example.com' });

    for (let count = 0; count < 20; count += 1) expect((await send()).status).toBe(200);

    const { status, headers } = await send();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('DELETE /portals/{slug}', () => {
  it('takes categories, articles and the offer of inboxes along', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    const category = await givenCategory(account, portal);
    await givenArticle(account, portal, { title: 'Unforgettable', category_id: category.id });
    const inbox = await givenInbox(account);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { portal_id: portal.id });

    const { status } = await account.call('DELETE', `/portals/${portal.slug}`);

    expect(status).toBe(200);
    expect((await find(account, portal)).status).toBe(404);
    expect((await account.call('GET', '/search/articles?q=unforgettable')).body.payload.articles).toEqual([]);
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body.portal_id).toBeNull();
  });
});

describe('portals', () => {
  it('are changed by administrators only', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    const { token } = await givenAgent(test, account);
    const path = `/portals/${portal.slug}`;
    const as = (method: string, below: string, body?: object) =>
      account.call(method, `${path}${below}`, body, { token });

    const read = [await as('GET', ''), await as('GET', '/categories'), await as('GET', '/articles')];
    const refused = [
      await as('PATCH', '', { name: 'X' }),
      await as('DELETE', ''),
      await as('POST', '/categories', { name: 'X' }),
      await as('POST', '/articles', { title: 'X' }),
      await as('GET', '/ssl_status'),
    ];

    expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});
