import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { isCreated } from '../../support/openapi/dialect.ts';
import { givenArticle, givenCategory, givenPortal } from './given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A portal with two articles, and one of another portal. */
async function givenPlace() {
  const account = await givenAccount(test);
  const portal = await givenPortal(account);
  const path = `/portals/${portal.slug}/articles`;
  const articles = [await givenArticle(account, portal, { title: 'One' }), await givenArticle(account, portal)];
  const foreign = await givenArticle(account, await givenPortal(account), { title: 'Foreign' });
  const ids = articles.map(({ id }) => id);
  const find = async (id: number) => (await account.call('GET', `${path}/${id}`)).body.payload;
  const act = (method: string, action: string, body: object) =>
    account.call(method, `${path}/bulk_actions/${action}`, body);
  return { account, portal, path, articles, ids, foreign, find, act };
}

describe('POST articles/bulk_actions/translate', () => {
  it('makes linked drafts in the locale, once', async () => {
    const { account, portal, articles, ids, foreign, find, act } = await givenPlace();
    const german = await givenCategory(account, portal, { locale: 'de' });
    const body = { ids: [...ids, foreign.id], locale: 'de', category_id: german.id };

    const first = await act('POST', 'translate', body);
    const again = await act('POST', 'translate', body);

    expect(isCreated(first.status)).toBe(true);
    expect(first.body.payload).toMatchObject(
      articles.map(({ id, title, content }) => ({
        title,
        content,
        status: 'draft',
        locale: 'de',
        views: 0,
        category: { id: german.id },
        associated_articles: [{ id }],
      })),
    );
    expect(again.body.payload).toEqual([]);
    expect((await find(ids[0]!)).associated_articles).toMatchObject([{ locale: 'de', status: 'draft' }]);
    const [draft] = first.body.payload;
    const back = await act('POST', 'translate', { ids: [draft.id], locale: 'en' });
    expect(back.body.payload).toEqual([]);
    const arabic = await act('POST', 'translate', { ids: [draft.id], locale: 'ar' });
    expect(arabic.body.payload).toMatchObject([{ associated_articles: [{ id: ids[0] }, { id: draft.id }] }]);
  });

  it('refuses a locale that the portal does not have, and a category of another', async () => {
    const { account, portal, ids, act } = await givenPlace();
    const english = await givenCategory(account, portal);

    const answers = [
      await act('POST', 'translate', { ids, locale: 'fr' }),
      await act('POST', 'translate', { ids, locale: 'de', category_id: english.id }),
      await act('POST', 'translate', { ids }),
    ];

    expect(answers.map(({ status, body }) => [status, body.attributes])).toEqual([
      [422, ['locale']],
      [422, ['locale']],
      [422, ['locale']],
    ]);
  });
});

describe('PATCH articles/bulk_actions/update_status', () => {
  it("changes the portal's articles and no others", async () => {
    const { account, ids, foreign, find, act } = await givenPlace();

    const { status } = await act('PATCH', 'update_status', { ids: [...ids, foreign.id], status: 'archived' });

    expect(status).toBe(200);
    expect([await find(ids[0]!), await find(ids[1]!)]).toMatchObject([{ status: 'archived' }, { status: 'archived' }]);
    const { body } = await account.call('GET', '/search/articles?q=foreign');
    expect(body.payload.articles).toMatchObject([{ status: 'published' }]);
  });

  it('refuses another status', async () => {
    const { ids, act } = await givenPlace();

    expect((await act('PATCH', 'update_status', { ids, status: 'gone' })).body.attributes).toEqual(['status']);
  });
});

describe('PATCH articles/bulk_actions/update_category', () => {
  it('moves them into a category, and so into its locale', async () => {
    const { account, portal, ids, find, act } = await givenPlace();
    const german = await givenCategory(account, portal, { locale: 'de' });

    const { status } = await act('PATCH', 'update_category', { ids, category_id: german.id });

    expect(status).toBe(200);
    expect(await find(ids[1]!)).toMatchObject({ locale: 'de', category: { id: german.id } });
  });

  it("refuses another portal's category", async () => {
    const { account, ids, act } = await givenPlace();
    const theirs = await givenCategory(account, await givenPortal(account));

    const { status, body } = await act('PATCH', 'update_category', { ids, category_id: theirs.id });

    expect([status, body.attributes]).toEqual([422, ['category_id']]);
  });
});

describe('DELETE articles/bulk_actions/delete_articles', () => {
  it('deletes them, and leaves their translations linked', async () => {
    const { account, portal, ids, foreign, find, act } = await givenPlace();
    const [first] = ids;
    const german = await givenArticle(account, portal, { locale: 'de', associated_article_id: first });
    const arabic = await givenArticle(account, portal, { locale: 'ar', associated_article_id: first });

    const { status } = await act('DELETE', 'delete_articles', { ids: [...ids, foreign.id] });

    expect(status).toBe(200);
    expect(await find(first!)).toBeUndefined();
    expect(await find(german.id)).toMatchObject({ associated_articles: [{ id: arabic.id }] });
    expect((await account.call('GET', '/search/articles?q=foreign')).body.payload.articles).toHaveLength(1);
  });
});

describe('each action', () => {
  it.each([
    ['POST', 'translate', { locale: 'de' }],
    ['PATCH', 'update_status', { status: 'draft' }],
    ['DELETE', 'delete_articles', {}],
  ])('%s %s says when it finds no article, and refuses too many', async (method, action, more) => {
    const { foreign, act } = await givenPlace();

    const none = await act(method, action, { ids: [foreign.id], ...more });
    const missing = await act(method, action, more);
    const many = await act(method, action, { ids: Array.from({ length: 1001 }, (_, id) => id), ...more });

    expect([none.status, none.body.error]).toEqual([422, 'No articles found']);
    expect([missing.body.attributes, many.body.attributes]).toEqual([['ids'], ['ids']]);
  });
});
