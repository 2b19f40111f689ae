import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { givenArticle, givenCategory, givenPortal } from '../portals/given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

async function givenPlace(more: object = {}) {
  const account = await givenAccount(test);
  const portal = await givenPortal(account, more);
  return { account, portal, at: `/hc/${portal.slug}` };
}

const open = (path: string, headers: Record<string, string> = {}) => test.request('GET', path, { headers });
const textOf = async (path: string) => (await open(path)).text;
const statusOf = async (path: string) => (await open(path)).status;
const hrefs = (text: string) => [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!);

describe('the first page of a portal', () => {
  it('is in its default locale unless another one is asked for', async () => {
    const { at } = await givenPlace({ config: { allowed_locales: ['en', 'de'], default_locale: 'de' } });

    const { status, headers } = await open(at);

    expect([status, headers.get('location')]).toEqual([302, `${at}/de`]);
    expect(await textOf(`${at}/de`)).toContain('<html lang="de" dir="ltr">');
    expect(await statusOf(`${at}/fr`)).toBe(404);
  });

  it('shows categories with their first articles, and what is read most', async () => {
    const { account, portal, at } = await givenPlace({ header_text: 'How can we help?' });
    const category = await givenCategory(account, portal, { icon: '💳', description: 'Cards' });
    await givenCategory(account, portal, { name: 'Empty' });
    for (let count = 1; count <= 7; count += 1) {
      await givenArticle(account, portal, { title: `Article ${count}`, category_id: category.id });
    }
    const alone = await givenArticle(account, portal, { title: 'Alone' });

    const text = await textOf(`${at}/en`);

    expect(text).toContain('<h1>How can we help?</h1>');
    expect(text).toContain('<span aria-hidden="true">💳</span> Payments</a> <span class="count">7</span>');
    expect(text).not.toContain('Empty');
    const [cards = '', popular = ''] = text.split('Popular articles');
    expect(cards.match(/Article \d/g)).toEqual([1, 2, 3, 4, 5].map((count) => `Article ${count}`));
    expect(popular).toContain(`${at}/articles/${alone.slug}`);
    expect(hrefs(text)).toEqual(
      expect.arrayContaining([`${at}/en/categories/payments`, `${at}/en/articles`, `${at}/de`]),
    );
  });

  it('says its name once, and lists few articles once', async () => {
    const { account, portal, at } = await givenPlace();
    const category = await givenCategory(account, portal);
    await givenArticle(account, portal, { title: 'The only one', category_id: category.id });

    const text = await textOf(`${at}/en`);

    expect(text).toContain('<h1 class="unseen">');
    expect(text.split('The only one')).toHaveLength(2);
    expect(text).not.toContain('Popular articles');
  });

  it('has the texts of its locale, and links search engines to the others', async () => {
    const texts = { de: { name: 'Acme Hilfe', header_text: 'Wie können wir helfen?' } };
    const { at } = await givenPlace({ config: { allowed_locales: ['en', 'de'], locale_translations: texts } });

    const text = await textOf(`${at}/de`);

    expect(text).toContain('<title>Acme Hilfe</title>');
    expect(text).toContain('<h1>Wie können wir helfen?</h1>');
    expect(text).toContain('Es gibt noch keine Artikel');
    const base = `${test.app.installation.publicUrl}${at}`;
    expect(text).toContain(`<link rel="canonical" href="${base}/de">`);
    expect(text).toContain(`<link rel="alternate" hreflang="en" href="${base}/en">`);
  });

  it.each(['ar', 'de', 'en', 'es', 'fa', 'fr', 'it', 'ja', 'nl', 'pl', 'pt_BR', 'tr', 'zh_CN'])(
    'speaks %s, from the right where that is read so',
    async (locale) => {
      const { at } = await givenPlace({ config: { allowed_locales: [locale] } });

      const text = await textOf(`${at}/${locale}`);

      const direction = ['ar', 'fa'].includes(locale) ? 'rtl' : 'ltr';
      expect(text).toContain(`<html lang="${locale.replace('_', '-')}" dir="${direction}">`);
      expect(text.includes('There are no articles yet')).toBe(locale === 'en');
    },
  );
});

describe('the page of a category', () => {
  it('lists its articles in their order, in pages, and the categories around it', async () => {
    const { account, portal, at } = await givenPlace();
    const outer = await givenCategory(account, portal, { name: 'Money' });
    const other = await givenCategory(account, portal, { name: 'Refunds' });
    const category = await givenCategory(account, portal, {
      parent_category_id: outer.id,
      related_category_ids: [other.id],
    });
    const german = { name: 'Zahlungen', locale: 'de', associated_category_id: category.id };
    await givenCategory(account, portal, german);
    for (const title of ['C', 'B', 'A']) await givenArticle(account, portal, { title, category_id: category.id });

    const first = await textOf(`${at}/en/categories/payments?per_page=2`);
    const second = await textOf(`${at}/en/categories/payments?per_page=2&page=2`);

    expect(first).toMatch(/>C<\/a>.*>B<\/a>/s);
    expect(first).not.toContain('>A</a>');
    expect(first).toContain('href="?page&#x3D;2&amp;per_page&#x3D;2">Next page');
    expect(second).toContain('>A</a>');
    expect(second).toContain('Previous page');
    expect(hrefs(first)).toEqual(
      expect.arrayContaining([
        `${at}/en/categories/money`,
        `${at}/en/categories/refunds`,
        `${at}/de/categories/zahlungen`,
      ]),
    );
    expect(await textOf(`${at}/en/categories/money`)).toContain(`${at}/en/categories/payments`);
    expect([await statusOf(`${at}/de/categories/payments`), await statusOf(`${at}/en/categories/x`)]).toEqual([
      404, 404,
    ]);
  });
});

describe('the page of an article', () => {
  it('shows its Markdown, with headings in order, pictures and safe links', async () => {
    const { account, portal, at } = await givenPlace();
    const category = await givenCategory(account, portal);
    const content = [
      '# One',
      '### Three',
      '**bold** [good](https://example.com) [bad](javascript:alert(1)) ![A "card"](https://example.com/a.png)',
      '![x](data:text/html,x)',
      '- item',
      '```\n<b>code</b>\n```',
    ].join('\n\n');
    const { slug } = await givenArticle(account, portal, {
      content,
      category_id: category.id,
      meta: { title: 'Pay!' },
    });

    const { text, headers } = await open(`${at}/articles/${slug}`);

    expect(text).toContain('<title>Pay! · Acme Help</title>');
    expect(text).toContain('<h1>How to pay</h1>\n<h2>One</h2>\n<h3>Three</h3>');
    expect(text).toContain('<a href="https://example.com">good</a> [bad](javascript:alert(1))');
    expect(text).toContain('<img src="https://example.com/a.png" alt="A &quot;card&quot;" loading="lazy">');
    expect(text).not.toContain('data:text/html,x"');
    expect(text).toContain('&lt;b&gt;code&lt;/b&gt;');
    expect(text).toContain(`<a href="${at}/en/categories/payments">Payments</a>`);
    expect(headers.get('content-language')).toBe('en');
    expect(await textOf(`${at}/articles/${slug}.md`)).toBe(`# How to pay\n\n${content}\n`);
  });

  it('is found by a slug in any script, in any letter case', async () => {
    const { account, portal, at } = await givenPlace();
    await givenArticle(account, portal, { slug: 'größe-支払い' });

    expect(await statusOf(`${at}/articles/${encodeURIComponent('GRÖSSE-支払い'.replace('SS', 'ß'))}`)).toBe(200);
    expect(await statusOf(`${at}/articles/%00`)).toBe(404);
  });

  it('leads to its published translations', async () => {
    const { account, portal, at } = await givenPlace();
    const english = await givenArticle(account, portal);
    const german = await givenArticle(account, portal, { locale: 'de', associated_article_id: english.id });
    const draft = await givenArticle(account, portal, {
      locale: 'ar',
      associated_article_id: english.id,
      status: 'draft',
    });

    const text = await textOf(`${at}/articles/${german.slug}`);

    expect(text).toContain(`hreflang="en" href="${test.app.installation.publicUrl}${at}/articles/${english.slug}"`);
    expect(hrefs(text)).toEqual(expect.arrayContaining([`${at}/articles/${english.slug}`, `${at}/ar`]));
    expect(text).not.toContain(draft.slug);
  });
});

describe('the search of a portal', () => {
  it('finds words in titles first, and their beginnings, in its locale', async () => {
    const { account, portal, at } = await givenPlace();
    await givenArticle(account, portal, { title: 'Invoices', content: 'Paid with a credit card' });
    await givenArticle(account, portal, { title: 'Credit cards', content: 'All about them' });
    await givenArticle(account, portal, { title: 'Kreditkarten', content: 'credit card', locale: 'de' });
    const other = await givenPlace();
    await givenArticle(other.account, other.portal, { title: 'Their credit cards' });

    const text = await textOf(`${at}/en/search?query=credit+card`);

    expect(text).toMatch(/>Credit cards<\/a>.*>Invoices<\/a>/s);
    expect(text).not.toMatch(/Kredit|Their/);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(await textOf(`${at}/en/search?query=nothing`)).toContain('<p role="status">No article was found</p>');
    expect(await textOf(`${at}/en/search`)).not.toContain('Invoices');
    const data = await open(`${at}/en/search.json?query=inv`);
    expect(data.body).toMatchObject({ payload: [{ title: 'Invoices' }], meta: { articles_count: 1 } });
  });
});

describe('articles as JSON', () => {
  it('are those that are published, by .json or Accept, in pages', async () => {
    const { account, portal, at } = await givenPlace();
    const category = await givenCategory(account, portal);
    const article = await givenArticle(account, portal, { title: 'First', category_id: category.id });
    await givenArticle(account, portal, { title: 'Second' });
    await givenArticle(account, portal, { title: 'Draft', status: 'draft', category_id: category.id });

    const all = await open(`${at}/en/articles.json?status=0&sort=views&per_page=1&page=2`);
    const accepted = await open(`${at}/en/articles`, { accept: 'application/json' });
    const inCategory = await open(`${at}/en/categories/payments/articles.json`);
    const categories = await open(`${at}/en/categories.json`);

    expect(all.body).toMatchObject({ payload: [{ title: 'First' }], meta: { articles_count: 2 } });
    expect(accepted.body.payload).toHaveLength(2);
    expect(inCategory.body.payload).toMatchObject([
      {
        id: article.id,
        category: { slug: 'payments' },
        link: `${test.app.installation.publicUrl}${at}/articles/${article.slug}`,
      },
    ]);
    expect(categories.body.payload).toMatchObject([{ name: 'Payments' }]);
    const missing = await open(`${at}/en/categories/none/articles.json`);
    expect([missing.status, missing.body]).toEqual([404, { error: 'Category not found' }]);
    expect((await open(`${at}/en/articles.json?per_page=101`)).status).toBe(422);
  });
});

describe('what is hidden', () => {
  it.each(['draft', 'archived'])('leaves no trace of a %s article anywhere', async (status) => {
    const { account, portal, at } = await givenPlace();
    const category = await givenCategory(account, portal);
    const { id, slug } = await givenArticle(account, portal, { title: 'Topsecret', status, category_id: category.id });

    const places = [
      '/en',
      '/en/articles',
      '/en/articles.json',
      '/en/categories',
      '/en/categories/payments',
      '/en/categories/payments/articles.json?status=draft',
      '/en/search?query=tops',
      '/en/search.json?query=tops',
      '/sitemap.xml',
    ];

    for (const place of places) expect([place, (await textOf(at + place)).toLowerCase()]).toEqual([place, hides(slug)]);
    const article = `${at}/articles/${slug}`;
    expect([await statusOf(article), await statusOf(`${article}.md`), await statusOf(`${article}.png`)]).toEqual([
      404, 404, 404,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const { body } = await account.call('GET', `/portals/${portal.slug}/articles/${id}`);
    expect(body.payload.views).toBe(0);
  });

  const hides = (slug: string) => expect.not.stringMatching(new RegExp(`<a[^>]*>topsecret|"topsecret|${slug}`));

  it('shows nothing of a locale that is a draft', async () => {
    const { account, portal, at } = await givenPlace({
      config: { allowed_locales: ['en', 'de'], draft_locales: ['de'] },
    });
    const { slug } = await givenArticle(account, portal, { locale: 'de' });

    expect([await statusOf(`${at}/de`), await statusOf(`${at}/articles/${slug}`)]).toEqual([404, 404]);
    expect(await textOf(`${at}/sitemap.xml`)).not.toContain(slug);
    expect(await textOf(`${at}/en`)).not.toContain(`${at}/de`);
  });

  it('shows nothing of an archived portal, nor of a suspended account, and all of it again', async () => {
    const { account, portal, at } = await givenPlace();
    const set = (archived: boolean) => account.call('PATCH', `/portals/${portal.slug}`, { archived });
    const suspend = (status: 'active' | 'suspended') =>
      test.rows().updateTable('accounts').set({ status }).where('id', '=', account.id).execute();

    await set(true);
    const archived = [await statusOf(at), await statusOf(`${at}/en`), await statusOf(`${at}/sitemap.xml`)];
    await set(false);
    await suspend('suspended');
    const suspended = await statusOf(`${at}/en`);
    await suspend('active');

    expect([archived, suspended, await statusOf(`${at}/en`)]).toEqual([[404, 404, 404], 404, 200]);
  });

  it('is a page in the language of the browser', async () => {
    const { status, headers, text } = await open('/hc/none/en', { 'accept-language': 'de-DE,en' });

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Diese Seite gibt es nicht</h1>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the sitemap', () => {
  it('has the pages of all public locales, by their own addresses', async () => {
    const { account, portal, at } = await givenPlace({ config: { allowed_locales: ['en', 'de'] } });
    await givenCategory(account, portal, { locale: 'de', name: 'Größe' });
    const { slug } = await givenArticle(account, portal);

    const { headers, text } = await open(`${at}/sitemap.xml`);

    const base = `${test.app.installation.publicUrl}${at}`;
    expect(headers.get('content-type')).toContain('application/xml');
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      `${base}/en`,
      `${base}/de`,
      `${base}/de/categories/${encodeURIComponent('größe')}`,
      `${base}/articles/${slug}`,
    ]);
    expect(text).toMatch(/<lastmod>20\d\d-/);
  });
});

describe('every page', () => {
  it('allows nothing but its own styles, forms and pictures, and shows what people wrote as text', async () => {
    const { account, portal, at } = await givenPlace({
      name: EVIL,
      header_text: EVIL,
      page_title: EVIL,
      config: {
        social_profiles: { x: 'javascript:alert(1)', facebook: EVIL, github: 'https://evil.example/"><script>' },
        layout: 'documentation',
        locale_translations: { en: { header_text: EVIL } },
      },
    });
    const category = await givenCategory(account, portal, {
      name: EVIL,
      slug: 'evil',
      description: EVIL,
      icon: '💥<b>',
    });
    const { slug } = await givenArticle(account, portal, {
      title: EVIL,
      description: EVIL,
      content: `${EVIL}\n\n[x](https://example.com/"onclick="alert(1))`,
      category_id: category.id,
      meta: { title: EVIL, description: EVIL },
      slug: 'evil',
    });
    await test
      .rows()
      .updateTable('portals')
      .set({ homepage_link: 'javascript:alert(1)', color: 'red}' })
      .where('id', '=', portal.id)
      .execute();

    for (const path of ['/en', '/en/categories/evil', `/articles/${slug}`, '/en/search?query=%22%3E%3Cscript%3E']) {
      const { headers, text } = await open(at + path);
      const policy = headers.get('content-security-policy')!;
      const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => `'sha256-${digestOf(style!)}'`);
      expect(text).not.toMatch(/<script|<img src=x|\son\w+="|href="javascript|<b>|style="/i);
      expect(text).toContain('&lt;script&gt;');
      expect(policy).toContain(`style-src ${styles.join(' ')};`);
      expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

  it('is not sent again to who has it, until something in it changes', async () => {
    const { account, portal, at } = await givenPlace();
    const { id, slug } = await givenArticle(account, portal);
    const path = `${at}/articles/${slug}`;
    const first = await open(path);
    const etag = first.headers.get('etag')!;

    const again = await open(path, { 'if-none-match': etag });
    await account.call('PATCH', `/portals/${portal.slug}/articles/${id}`, { content: 'New' });
    const changed = await open(path, { 'if-none-match': etag });

    expect([first.status, again.status, again.text, changed.status]).toEqual([200, 304, '', 200]);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect(changed.text).toContain('New');
  });

  it('shows the logo, profiles and website of the portal', async () => {
    const { account, portal, at } = await givenPlace({
      homepage_link: 'https://shop.example.com/start',
      config: { social_profiles: { x: 'acme', facebook: 'https://fb.example.com/acme' } },
    });
    const form = new FormData();
    form.set('logo', new Blob([PIXEL], { type: 'image/png' }), 'logo.png');
    const { body } = await account.call('PATCH', `/portals/${portal.slug}`, form);

    const text = await textOf(`${at}/en`);

    expect(text).toContain(`<img src="${body.logo.file_url}" alt=""`);
    expect(hrefs(text)).toEqual(
      expect.arrayContaining(['https://shop.example.com/start', 'https://x.com/acme', 'https://fb.example.com/acme']),
    );
  });
});
