import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace as givenDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount } from '../../support/factories.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { givenArticle, givenPortal } from '../portals/given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

it('readers of an article are counted by its picture, without a write for each', async () => {
  const account = await givenAccount(test);
  const portal = await givenPortal(account);
  const { id, slug } = await givenArticle(account, portal);
  const path = `/hc/${portal.slug}/articles/${slug}`;
  const { text } = await test.request('GET', path);
  const [, picture = ''] = /<img class="counter" src="([^"]+)"/.exec(text) ?? [];

  const statements = await statementsDuring(test, async () => {
    for (let count = 0; count < 30; count += 1) {
      const answer = await test.request('GET', picture);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  expect(picture).toBe(`${path}.png`);
  expect(statements.filter((sql) => /^update/i.test(sql)).length).toBeLessThan(5);
  const views = await eventually(
    async () => (await account.call('GET', `/portals/${portal.slug}/articles/${id}`)).body.payload.views,
    (found) => found >= 30,
  );
  expect(views).toBe(30);
});

it('views that wait are written when the server stops', async () => {
  const place = await givenDatabase();
  const first = await givenApp({}, { place });
  const account = await givenAccount(first);
  const portal = await givenPortal(account);
  const { id, slug } = await givenArticle(account, portal);

  for (let count = 0; count < 3; count += 1) await first.request('GET', `/hc/${portal.slug}/articles/${slug}.png`);
  await first.stop();

  const second = await givenApp({}, { place });
  const row = await second.rows().selectFrom('articles').select('views').where('id', '=', id).executeTakeFirst();
  await second.stop();
  await place.remove();
  expect(row?.views).toBe(3);
});
