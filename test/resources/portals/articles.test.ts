import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { givenArticle, givenCategory, givenPortal } from './given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenPlace() {
  const account = await givenAccount(test);
  const portal = await givenPortal(account);
  return { account, portal, path: `/portals/${portal.slug}/articles` };
}

const titlesIn = async (account: TestAccount, path: string): Promise<string[]> =>
  (await account.call('GET', path)).body.payload.map(({ title }: { title: string }) => title);

describe('POST /portals/{slug}/articles', () => {
  it('adds one with all that is given', async () => {
    const { account, portal, path } = await givenPlace();
    const category = await givenCategory(account, portal, { icon: '💳', icon_color: '#fff' });
    const author = await givenAgent(test, account);
    const given = {
      title: 'How to pay',
      slug: 'How-To-Pay',
      content: '# By card',
      description: 'All about cards',
      position: 3,
      meta: { title: 'Pay', tags: ['card'] },
    };
    const more = { category_id: category.id, author_id: author.id, status: 1, locale: 'en' };

    const { status, body } = await account.call('POST', path, { article: { ...given, ...more } });

    expect(status).toBe(201);
    expect(body.payload).toEqual({
      ...given,
      id: expect.any(Number),
      slug: 'how-to-pay',
      status: 'published',
      locale: 'en',
      account_id: account.id,
      updated_at: expect.any(Number),
      category: { id: category.id, name: 'Payments', slug: 'payments', locale: 'en', icon: '💳', icon_color: '#fff' },
      views: 0,
      author: expect.objectContaining({ id: author.id, name: author.name }),
      associated_articles: [],
    });
    expect((await account.call('GET', `${path}/${body.payload.id}`)).body).toEqual(body);
  });

  it('is a draft of the caller, with the time and title as its slug, unless given otherwise', async () => {
    const { account, path } = await givenPlace();

    const first = (await account.call('POST', path, { title: 'Größe & Maß' })).body.payload;
    const second = (await account.call('POST', path, { title: 'Größe & Maß' })).body.payload;

    expect(first).toMatchObject({ status: 'draft', locale: 'en', content: null, meta: {}, category: { id: null } });
    expect(first.author.id).toBe(account.administrator.id);
    expect(first.slug).toMatch(/^\d{10}-größe-maß$/);
    expect(second.slug).not.toBe(first.slug);
    expect(second.position).toBeGreaterThan(first.position);
  });

  it.each([
    ['title', ''],
    ['title', 'x'.repeat(256)],
    ['slug', 'a/b'],
    ['slug', 'a.png'],
    ['content', 'x'.repeat(100_001)],
    ['status', 'hidden'],
    ['status', 3],
    ['locale', 'fr'],
    ['author_id', 999_999_999],
    ['position', 'first'],
    ['meta', 'x'],
  ])('refuses a %s like %j', async (field, value) => {
    const { account, path } = await givenPlace();

    const { status, body } = await account.call('POST', path, { title: 'How to pay', [field]: value });

    expect([status, body.attributes]).toEqual([422, [field]]);
    expect(await titlesIn(account, path)).toEqual([]);
  });

  it('refuses a category of another portal or locale, and a slug that is taken', async () => {
    const { account, portal, path } = await givenPlace();
    const theirs = await givenCategory(account, await givenPortal(account));
    const german = await givenCategory(account, portal, { locale: 'de' });
    await givenArticle(account, portal, { slug: 'taken' });

    const answers = [
      await account.call('POST', path, { title: 'X', category_id: theirs.id }),
      await account.call('POST', path, { title: 'X', category_id: german.id, locale: 'en' }),
      await account.call('POST', path, { title: 'X', slug: 'Taken' }),
      await account.call('POST', path, { title: 'X', associated_article_id: 999_999_999 }),
    ];

    expect(answers.map(({ status, body }) => [status, body.message ?? body.error])).toEqual([
      [404, 'Category not found'],
      [422, 'locale must be de, as that of the category'],
      [422, 'slug has already been taken'],
      [404, 'Article not found'],
    ]);
  });
});

describe('GET /portals/{slug}/articles', () => {
  it('filters them, and counts', async () => {
    const { account, portal, path } = await givenPlace();
    const author = await givenAgent(test, account);
    const category = await givenCategory(account, portal);
    await givenArticle(account, portal, { title: 'Cards', category_id: category.id, position: 2 });
    await givenArticle(account, portal, { title: 'Invoices', category_id: category.id, position: 1 });
    await givenArticle(account, portal, { title: 'Secret', status: 'draft', author_id: author.id });
    await givenArticle(account, portal, { title: 'Old', status: 'archived' });
    await givenArticle(account, portal, { title: 'Karten', locale: 'de', content: 'Mit der Kreditkarte bezahlen' });

    expect((await titlesIn(account, path)).toSorted()).toEqual(['Cards', 'Invoices', 'Karten', 'Old', 'Secret']);
    expect(await titlesIn(account, `${path}?category_slug=Payments`)).toEqual(['Invoices', 'Cards']);
    expect(await titlesIn(account, `${path}?status=draft`)).toEqual(['Secret']);
    expect(await titlesIn(account, `${path}?status=2`)).toEqual(['Old']);
    expect(await titlesIn(account, `${path}?locale=de`)).toEqual(['Karten']);
    expect(await titlesIn(account, `${path}?author_id=${author.id}`)).toEqual(['Secret']);
    expect(await titlesIn(account, `${path}?query=kreditkarte%20bez`)).toEqual(['Karten']);
    expect(await titlesIn(account, `${path}?query=???`)).toEqual([]);
    expect(await titlesIn(account, `${path}?page=3&per_page=2`)).toHaveLength(1);
    const { body } = await account.call('GET', `${path}?locale=en&status=published`);
    expect(body.meta).toEqual({
      current_page: 1,
      articles_count: 2,
      all_articles_count: 4,
      published_count: 2,
      draft_articles_count: 1,
      archived_articles_count: 1,
      mine_articles_count: 3,
    });
  });

  it('lists those that were changed last first', async () => {
    const { account, portal, path } = await givenPlace();
    const first = await givenArticle(account, portal, { title: 'First' });
    await givenArticle(account, portal, { title: 'Second' });

    await account.call('PATCH', `${path}/${first.id}`, { content: 'New' });

    expect(await titlesIn(account, path)).toEqual(['First', 'Second']);
  });
});

describe('PATCH /portals/{slug}/articles/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const { account, portal, path } = await givenPlace();
    const article = await givenArticle(account, portal, { meta: { tags: ['a'] } });

    const { body } = await account.call('PATCH', `${path}/${article.id}`, { article: { title: 'New', status: 0 } });

    expect(body.payload).toEqual({ ...article, title: 'New', status: 'draft', updated_at: expect.any(Number) });
  });

  it('follows its category into its locale, and has none in another', async () => {
    const { account, portal, path } = await givenPlace();
    const german = await givenCategory(account, portal, { locale: 'de' });
    const article = await givenArticle(account, portal);
    const set = async (body: object) => (await account.call('PATCH', `${path}/${article.id}`, body)).body.payload;

    expect(await set({ category_id: german.id })).toMatchObject({ locale: 'de', category: { id: german.id } });
    expect(await set({ title: 'Other' })).toMatchObject({ locale: 'de', category: { id: german.id } });
    expect(await set({ locale: 'ar' })).toMatchObject({ locale: 'ar', category: { id: null } });
    expect(await set({ category_id: null })).toMatchObject({ locale: 'ar', category: { id: null } });
  });

  it('is found by its new words, and not by its old ones', async () => {
    const { account, portal, path } = await givenPlace();
    const article = await givenArticle(account, portal, { content: 'Umbrella' });

    await account.call('PATCH', `${path}/${article.id}`, { content: 'Parasol' });

    expect(await titlesIn(account, `${path}?query=umbrella`)).toEqual([]);
    expect(await titlesIn(account, `${path}?query=paras`)).toEqual(['How to pay']);
  });

  it('makes translations of one article translations of each other', async () => {
    const { account, portal, path } = await givenPlace();
    const english = await givenArticle(account, portal);
    const german = await givenArticle(account, portal, { locale: 'de', associated_article_id: english.id });
    const arabic = await givenArticle(account, portal, { locale: 'ar', associated_article_id: german.id });
    const othersOf = async ({ id }: { id: number }) =>
      (await account.call('GET', `${path}/${id}`)).body.payload.associated_articles.map(
        (one: { id: number }) => one.id,
      );

    expect(await othersOf(arabic)).toEqual([english.id, german.id]);
    expect((await account.call('PATCH', `${path}/${english.id}`, { associated_article_id: german.id })).status).toBe(
      422,
    );
    await account.call('DELETE', `${path}/${english.id}`);
    expect([await othersOf(german), await othersOf(arabic)]).toEqual([[arabic.id], [german.id]]);
  });
});

describe('POST /portals/{slug}/articles/reorder', () => {
  it('sets the order within a category', async () => {
    const { account, portal, path } = await givenPlace();
    const category = await givenCategory(account, portal);
    const make = (title: string) => givenArticle(account, portal, { title, category_id: category.id });
    const [a, b, c] = [await make('A'), await make('B'), await make('C')];

    const { status } = await account.call('POST', `${path}/reorder`, {
      positions_hash: { [a.id]: 30, [b.id]: 20, [c.id]: 10 },
    });

    expect(status).toBe(200);
    expect(await titlesIn(account, `${path}?category_slug=payments`)).toEqual(['C', 'B', 'A']);
  });
});

describe('GET /search/articles', () => {
  it("finds the account's by title, description and text, in all its portals", async () => {
    const { account, portal } = await givenPlace();
    const category = await givenCategory(account, portal);
    const article = await givenArticle(account, portal, { description: 'Zebra crossing', category_id: category.id });
    await givenArticle(account, await givenPortal(account), { title: 'A zebra', status: 'draft' });
    const other = await givenAccount(test);
    await givenArticle(other, await givenPortal(other), { title: 'Their zebra' });

    const { body } = await account.call('GET', '/search/articles?q=zeb');
    const everything = await account.call('GET', '/search?q=zebra%20cross');

    expect(body.payload.articles).toMatchObject([{ title: 'A zebra', status: 'draft' }, { title: 'How to pay' }]);
    expect(everything.body.payload.articles).toEqual([
      {
        id: article.id,
        title: 'How to pay',
        locale: 'en',
        content: 'By card.',
        slug: article.slug,
        portal_slug: portal.slug,
        account_id: account.id,
        category_name: 'Payments',
        status: 'published',
        updated_at: article.updated_at,
      },
    ]);
  });
});
