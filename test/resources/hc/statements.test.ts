import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../support/app.ts';
import { nextPosition } from '../../../src/resources/portals/articles/write-article.ts';
import { planOf, plansWith } from '../../support/database/plans.ts';
import { queriesDuring, statementsDuring } from '../../support/database/statements.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenArticle, givenCategory, givenPortal } from '../portals/given-portal.ts';

let test: TestApp;
let account: TestAccount;
let small: { slug: string; article: string };
let large: typeof small;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
  account = await givenAccount(test);
  small = await givenSized(2);
  large = await givenSized(2000);
});
afterAll(() => test.stop());

/** A portal with so many published articles, in one of ten categories each. */
async function givenSized(articles: number): Promise<typeof small> {
  const portal = await givenPortal(account, { config: { layout: 'documentation' } });
  for (let number = 0; number < 10; number += 1) await givenCategory(account, portal, { name: `Category ${number}` });
  const { id, slug } = await givenArticle(account, portal, { title: 'Zero' });
  await sql`insert into articles (account_id, portal_id, category_id, author_id, slug, locale, title, content, status,
      position, meta, created_at, updated_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${articles - 1})
    select a.account_id, a.portal_id, (select min(c.id) from categories c where c.portal_id = a.portal_id) + n.n % 10,
      a.author_id, 'article-' || n.n, 'en', 'Article ' || n.n, 'Text', 'published', n.n, a.meta, a.created_at,
      a.updated_at
    from n, articles a where a.id = ${id}`.execute(test.rows());
  return { slug: portal.slug, article: slug };
}

const counted = async (path: string) => {
  const statements = await statementsDuring(test, async () => {
    const { status } = await test.request('GET', path);
    expect(status).toBe(200);
  });
  return statements.length;
};

it.each([
  ['/en', 4],
  ['/en/articles', 2],
  ['/en/articles.json', 3],
  ['/en/categories', 4],
  ['/en/categories/category-1', 5],
  ['/en/categories/category-1/articles.json', 4],
  ['/en/search?query=zero', 2],
  ['/articles/article-1', 5],
  ['/sitemap.xml', 3],
])('the page %s takes %i statements, with two articles or two thousand', async (path, most) => {
  const counts = [await counted(`/hc/${small.slug}${path}`), await counted(`/hc/${large.slug}${path}`)];

  expect(counts[1]).toBe(counts[0]);
  expect(counts[1]).toBeLessThanOrEqual(most);
});

it('the first articles of each category are read by an index, and not the others', async () => {
  const queries = await queriesDuring(test, () => test.request('GET', `/hc/${large.slug}/en`));

  const first = queries.find(({ sql }) => /cross join/.test(sql));
  const plan = await planOf(test, first!);
  expect(plan).toMatch(/articles_category_id_status_position_id/);
  expect(plan).not.toMatch(/SCAN (a|f)\b|Seq Scan on articles|WindowAgg/);
});

it('lists of the API take as many statements with two thousand articles as with two', async () => {
  const through = (slug: string, path: string) =>
    statementsDuring(test, async () => {
      const { status } = await account.call('GET', `/portals/${slug}${path}`);
      expect(status).toBe(200);
    });

  for (const path of ['', '/articles', '/articles?query=text', '/categories']) {
    const [few, many] = [await through(small.slug, path), await through(large.slug, path)];
    expect([path, many.length]).toEqual([path, few.length]);
  }
});

it('the place of a new article is found by an index, without reading the others', async () => {
  const [plan] = await plansWith(test, (tx) => nextPosition(tx, 1));

  expect(plan).toMatch(/articles_portal_id_position_index/);
});
