import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenArticle, givenCategory, givenPortal } from './given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenPlace() {
  const account = await givenAccount(test);
  const portal = await givenPortal(account);
  return { account, portal, path: `/portals/${portal.slug}/categories` };
}

const namesIn = async (account: TestAccount, path: string) =>
  (await account.call('GET', path)).body.payload.map(({ name }: { name: string }) => name);

describe('POST /portals/{slug}/categories', () => {
  it('adds one with all that is given', async () => {
    const { account, portal, path } = await givenPlace();
    const parent = await givenCategory(account, portal, { name: 'Money' });
    const root = await givenCategory(account, portal, { name: 'Zahlungen', locale: 'de' });
    const given = {
      name: 'Payments',
      slug: 'Pay-Ments_1',
      locale: 'en',
      description: 'Cards and invoices',
      position: 7,
      icon: '💳',
      icon_color: '#00ff00',
    };
    const links = {
      parent_category_id: parent.id,
      associated_category_id: root.id,
      related_category_ids: [root.id, parent.id],
    };

    const { status, body } = await account.call('POST', path, { category: { ...given, ...links } });

    expect(status).toBe(201);
    expect(body.payload).toMatchObject({
      ...given,
      slug: 'pay-ments_1',
      account_id: account.id,
      parent_category: { id: parent.id, name: 'Money' },
      root_category: { id: root.id, locale: 'de' },
      related_categories: [{ id: parent.id }, { id: root.id }],
      meta: { articles_count: 0 },
    });
    expect((await account.call('GET', `${path}/${body.payload.id}`)).body).toEqual(body);
  });

  it.each([
    ['How to pay?', 'how-to-pay'],
    ['  Größe & Maß ', 'größe-maß'],
    ['支払い方法', '支払い方法'],
    ['كيفية الدفع', 'كيفية-الدفع'],
  ])('makes the slug of the name %s', async (name, slug) => {
    const { account, portal } = await givenPlace();

    expect(await givenCategory(account, portal, { name })).toMatchObject({ slug, locale: 'en', icon: '' });
  });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['slug', 'a b'],
    ['slug', '../x'],
    ['locale', 'fr'],
    ['locale', '<b>'],
    ['position', -1],
    ['related_category_ids', [999_999_999]],
    ['related_category_ids', 'x'],
  ])('refuses a %s like %j', async (field, value) => {
    const { account, path } = await givenPlace();

    const { status, body } = await account.call('POST', path, { name: 'Payments', [field]: value });

    expect([status, body.attributes]).toEqual([422, [field]]);
    expect(await namesIn(account, path)).toEqual([]);
  });

  it('refuses a slug that another one of the locale has, and a name that makes none', async () => {
    const { account, portal, path } = await givenPlace();
    await givenCategory(account, portal);
    await givenCategory(account, portal, { locale: 'de' });

    const taken = await account.call('POST', path, { name: 'Payments' });
    const none = await account.call('POST', path, { name: '???' });

    expect(taken.body.message).toBe('slug has already been taken');
    expect(none.body.message).toMatch(/^slug can't be blank/);
  });

  it('refuses categories that another portal has, or that contain it', async () => {
    const { account, portal, path } = await givenPlace();
    const theirs = await givenCategory(account, await givenPortal(account), { name: 'Theirs' });
    const outer = await givenCategory(account, portal, { name: 'Outer' });
    const inner = await givenCategory(account, portal, { name: 'Inner', parent_category_id: outer.id });
    const german = await givenCategory(account, portal, { name: 'Deutsch', locale: 'de' });
    const set = (id: number, body: object) => account.call('PATCH', `${path}/${id}`, body);

    const answers = [
      await set(outer.id, { parent_category_id: theirs.id }),
      await set(outer.id, { associated_category_id: theirs.id }),
      await set(outer.id, { related_category_ids: [theirs.id] }),
      await set(outer.id, { parent_category_id: inner.id }),
      await set(outer.id, { parent_category_id: outer.id }),
      await set(outer.id, { parent_category_id: german.id }),
      await set(outer.id, { associated_category_id: outer.id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422, 422, 422, 422]);
    expect((await account.call('GET', `${path}/${outer.id}`)).body.payload).toEqual(outer);
  });
});

describe('GET /portals/{slug}/categories', () => {
  it('lists them in their order, of one locale or of all', async () => {
    const { account, portal, path } = await givenPlace();
    for (const name of ['One', 'Two', 'Three']) await givenCategory(account, portal, { name });
    const german = await givenCategory(account, portal, { name: 'Eins', locale: 'de' });
    await givenArticle(account, portal, { category_id: german.id });
    const [one, , three] = (await account.call('GET', path)).body.payload;

    await account.call('POST', `${path}/reorder`, { positions_hash: { [three.id]: 1, [one.id]: '99' } });

    expect(await namesIn(account, path)).toEqual(['Three', 'Two', 'Eins', 'One']);
    expect(await namesIn(account, `${path}?locale=en&page=2&per_page=2`)).toEqual(['One']);
    const { body } = await account.call('GET', `${path}?locale=de`);
    expect(body.meta).toEqual({ current_page: 1, categories_count: 1 });
    expect(body.payload).toMatchObject([{ name: 'Eins', meta: { articles_count: 1 } }]);
  });
});

describe('PATCH /portals/{slug}/categories/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const { account, portal, path } = await givenPlace();
    const category = await givenCategory(account, portal, { description: 'Cards' });

    const { body } = await account.call('PATCH', `${path}/${category.id}`, { category: { name: 'Money', icon: '💰' } });

    expect(body.payload).toEqual({ ...category, name: 'Money', icon: '💰' });
  });

  it('takes its articles along into another locale, and leaves the categories around it', async () => {
    const { account, portal, path } = await givenPlace();
    const outer = await givenCategory(account, portal, { name: 'Outer' });
    const category = await givenCategory(account, portal, { parent_category_id: outer.id });
    const inner = await givenCategory(account, portal, { name: 'Inner', parent_category_id: category.id });
    const article = await givenArticle(account, portal, { category_id: category.id });

    const { body } = await account.call('PATCH', `${path}/${category.id}`, { locale: 'de' });

    expect(body.payload).not.toHaveProperty('parent_category');
    const found = await account.call('GET', `/portals/${portal.slug}/articles/${article.id}`);
    expect(found.body.payload).toMatchObject({ locale: 'de', category: { id: category.id } });
    const below = await account.call('GET', `${path}/${inner.id}`);
    expect(below.body.payload).not.toHaveProperty('parent_category');
  });

  it('makes translations of one category translations of each other', async () => {
    const { account, portal, path } = await givenPlace();
    const [english, german, arabic] = [
      await givenCategory(account, portal),
      await givenCategory(account, portal, { locale: 'de' }),
      await givenCategory(account, portal, { locale: 'ar' }),
    ];
    await account.call('PATCH', `${path}/${german.id}`, { associated_category_id: english.id });
    await account.call('PATCH', `${path}/${arabic.id}`, { associated_category_id: german.id });
    const rootOf = async ({ id }: { id: number }) =>
      (await account.call('GET', `${path}/${id}`)).body.payload.root_category?.id;

    expect([await rootOf(german), await rootOf(arabic)]).toEqual([english.id, english.id]);
    await account.call('DELETE', `${path}/${english.id}`);
    expect([await rootOf(german), await rootOf(arabic)]).toEqual([undefined, german.id]);
  });
});

describe('DELETE /portals/{slug}/categories/{id}', () => {
  it('leaves its articles without a category', async () => {
    const { account, portal, path } = await givenPlace();
    const category = await givenCategory(account, portal);
    const article = await givenArticle(account, portal, { category_id: category.id });

    const { status } = await account.call('DELETE', `${path}/${category.id}`);

    expect(status).toBe(200);
    expect((await account.call('DELETE', `${path}/${category.id}`)).status).toBe(404);
    const found = await account.call('GET', `/portals/${portal.slug}/articles/${article.id}`);
    expect(found.body.payload).toMatchObject({ locale: 'en', category: { id: null, name: null } });
  });
});

describe('POST /portals/{slug}/categories/reorder', () => {
  it.each([[{}], [{ positions_hash: { a: 1 } }], [{ positions_hash: { 1: 'x' } }], [{ positions_hash: [] }]])(
    'refuses %j',
    async (body) => {
      const { account, path } = await givenPlace();

      expect((await account.call('POST', `${path}/reorder`, body)).status).toBe(422);
    },
  );

  it("leaves another portal's alone", async () => {
    const { account, path } = await givenPlace();
    const other = await givenPortal(account);
    const theirs = await givenCategory(account, other);

    await account.call('POST', `${path}/reorder`, { positions_hash: { [theirs.id]: 1 } });

    const { body } = await account.call('GET', `/portals/${other.slug}/categories`);
    expect(body.payload).toEqual([theirs]);
  });
});
