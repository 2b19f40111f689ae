import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../support/app.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { givenArticle, givenCategory, givenPortal } from './given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

type Portal = { id: number; slug: string };

/** What is counted of the portal, by the rows and by the kept counts. */
async function counts({ id }: Portal) {
  const key = (category: string, author: string) =>
    sql<string>`locale || ' ' || ${sql.raw(category)} || ' ' || status || ' ' || ${sql.raw(author)}`.as('key');
  const rows = await test
    .rows()
    .selectFrom('articles')
    .select([key('coalesce(category_id, 0)', 'coalesce(author_id, 0)'), sql<number>`count(*)`.as('count')])
    .where('portal_id', '=', id)
    .groupBy('key')
    .execute();
  const kept = await test
    .rows()
    .selectFrom('article_counts')
    .select([key('category_id', 'author_id'), 'count'])
    .where('portal_id', '=', id)
    .where('count', '!=', 0)
    .execute();
  const asObject = (list: { key: string; count: number }[]) =>
    Object.fromEntries(list.map(({ key, count }) => [key, Number(count)]));
  return { rows: asObject(rows), kept: asObject(kept) };
}

async function expectKept(portal: Portal): Promise<void> {
  const { rows, kept } = await counts(portal);
  expect(kept).toEqual(rows);
}

/** A portal with articles of two authors in two categories and without one. */
async function givenFilled() {
  const account = await givenAccount(test);
  const portal = await givenPortal(account);
  const agent = await givenAgent(test, account);
  const [one, two] = [await givenCategory(account, portal), await givenCategory(account, portal, { name: 'Refunds' })];
  const articles = [];
  for (const more of [
    { category_id: one.id },
    { category_id: one.id, author_id: agent.id },
    { category_id: two.id, status: 'draft' },
    { locale: 'de', author_id: agent.id },
  ]) {
    articles.push(await givenArticle(account, portal, more));
  }
  const ids = articles.map(({ id }) => id as number);
  const call = (method: string, path: string, body?: object) =>
    account.call(method, `/portals/${portal.slug}${path}`, body);
  return { account, portal, agent, one, two, ids, call };
}

const metaOf = async (account: TestAccount, { slug }: Portal, query = '') =>
  (await account.call('GET', `/portals/${slug}/articles${query}`)).body.meta;

describe('the counts of articles', () => {
  it('are kept through each change of an article', async () => {
    const { portal, agent, two, ids, call } = await givenFilled();
    const [first, second] = ids;
    await expectKept(portal);

    for (const change of [
      { title: 'Another' },
      { status: 'archived' },
      { author_id: agent.id },
      { category_id: two.id },
      { category_id: null },
      { locale: 'de', status: 'published' },
    ]) {
      expect((await call('PATCH', `/articles/${first}`, change)).status).toBe(200);
      await expectKept(portal);
    }
    const { body } = await call('GET', `/articles/${second}`);
    expect((await call('PATCH', `/articles/${first}`, { slug: body.payload.slug, status: 'draft' })).status).toBe(422);
    await expectKept(portal);
    await call('DELETE', `/articles/${first}`);
    await expectKept(portal);
  });

  it('are kept through bulk actions, also with articles of other portals among them', async () => {
    const { account, portal, two, ids, call } = await givenFilled();
    const other = await givenPortal(account);
    const foreign = await givenArticle(account, other);
    const given = [...ids.slice(0, 3), foreign.id];

    const answers = [
      await call('PATCH', '/articles/bulk_actions/update_status', { ids: given, status: 'archived' }),
      await call('PATCH', '/articles/bulk_actions/update_category', { ids: given, category_id: two.id }),
      await call('POST', '/articles/bulk_actions/translate', { ids: given, locale: 'de' }),
    ];
    await expectKept(portal);
    answers.push(await call('DELETE', '/articles/bulk_actions/delete_articles', { ids: given }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
    await expectKept(portal);
    await expectKept(other);
    expect(await metaOf(account, other)).toMatchObject({ published_count: 1 });
  });

  it('are kept through changes of categories', async () => {
    const { portal, one, two, call } = await givenFilled();

    await call('PATCH', `/categories/${one.id}`, { locale: 'ar' });
    await expectKept(portal);
    await call('PATCH', `/categories/${one.id}`, { locale: 'en' });
    await call('DELETE', `/categories/${one.id}`);
    await expectKept(portal);
    await call('DELETE', `/categories/${two.id}`);
    await expectKept(portal);
  });

  it('are kept when an author is deleted', async () => {
    const { account, portal, agent } = await givenFilled();
    const before = await metaOf(account, portal, `?author_id=${agent.id}`);

    await account.call('DELETE', `/agents/${agent.id}`);

    expect(before.articles_count).toBe(2);
    await expectKept(portal);
    expect(await metaOf(account, portal, `?author_id=${agent.id}`)).toMatchObject({
      articles_count: 0,
      all_articles_count: 4,
    });
  });

  it('are kept when much is changed at once', async () => {
    const { portal, one, ids, call } = await givenFilled();
    const statuses = ['draft', 'published', 'archived'];

    await Promise.all(
      Array.from({ length: 24 }, (_, number) => {
        const status = statuses[number % 3];
        if (number % 4 === 0) return call('POST', '/articles', { title: `New ${number}`, status, category_id: one.id });
        if (number % 4 === 1) return call('PATCH', '/articles/bulk_actions/update_status', { ids, status });
        return call('PATCH', `/articles/${ids[number % 4]}`, { status });
      }),
    );

    await expectKept(portal);
    const { rows } = await counts(portal);
    expect(Object.values(rows).reduce((sum, count) => sum + count, 0)).toBe(10);
  });

  it('say the same as the list, whatever it is of', async () => {
    const { account, portal, agent, one } = await givenFilled();

    for (const query of [
      '',
      '?status=draft',
      '?locale=de',
      '?locale=fr',
      `?author_id=${agent.id}`,
      '?author_id=0',
      `?category_slug=${one.slug}`,
      '?category_slug=none',
      `?category_slug=${one.slug}&author_id=${agent.id}&status=published&locale=en`,
      '?query=pay',
    ]) {
      const { body } = await account.call('GET', `/portals/${portal.slug}/articles${query}`);
      expect([query, body.meta.articles_count]).toEqual([query, body.payload.length]);
    }
    expect(await metaOf(account, portal)).toMatchObject({ mine_articles_count: 2, draft_articles_count: 1 });
  });

  it('are read without counting articles, also by readers', async () => {
    const { account, portal } = await givenFilled();
    const own = ['', '?page=1', `/${portal.slug}`, `/${portal.slug}/articles`, `/${portal.slug}/categories`];
    const pages = ['/en', '/en/articles', '/en/articles.json', '/en/categories/payments/articles.json'];

    const statements = await statementsDuring(test, async () => {
      for (const path of own) expect((await account.call('GET', `/portals${path}`)).status).toBe(200);
      for (const path of pages) expect((await test.request('GET', `/hc/${portal.slug}${path}`)).status).toBe(200);
    });

    const counting = /count\(\*\)|\bover \(/;
    const ofArticles = /(from|join) .?articles\b/;
    expect(statements.filter((statement) => counting.test(statement) && ofArticles.test(statement))).toEqual([]);
    expect(statements.filter((statement) => ofArticles.test(statement))).not.toEqual([]);
  });
});
