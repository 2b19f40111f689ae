import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenManyArticles } from '../../resources/portals/given-portal.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { endLeases } from '../../support/database/end-leases.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { serveParley } from '../../support/parley.ts';
import { givenServedAccount } from '../../support/served-account.ts';

const ARTICLES = 20_000;
const KILLS = 3;
const ENV = { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0' };

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

/** How many rows of a portal are left. */
const left = () =>
  withRows(place, async (rows) => {
    const portals = await rows.selectFrom('portals').select('id').execute();
    const articles = await rows.selectFrom('articles').select('id').execute();
    const categories = await rows.selectFrom('categories').select('id').execute();
    return { portals: portals.length, articles: articles.length, categories: categories.length };
  });

describe(`kill -9 while a portal of ${ARTICLES} articles is removed`, () => {
  it('shows nothing of it any more, and leaves nothing of it in the end', async () => {
    const account = await givenServedAccount(place, ENV);
    await account.call('POST', '/portals', { name: 'Help', slug: 'help' });
    const category = (await account.call('POST', '/portals/help/categories', { name: 'Payments' })).body.payload;
    const article = { title: 'How to pay', status: 'published', category_id: category.id };
    const { id } = (await account.call('POST', '/portals/help/articles', article)).body.payload;
    await withRows(place, (rows) => givenManyArticles(rows, id, ARTICLES - 1));

    const { status } = await account.call('DELETE', '/portals/help');
    const seen = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const most = ARTICLES * (1 - round / (KILLS + 1));
      seen.push((await eventually(left, ({ articles }) => articles <= most)).articles);
      await account.server.kill();
      await endLeases(place);
      account.server = await serveParley(place, ENV);
      expect((await account.call('GET', '/portals/help')).status).toBe(404);
      expect((await fetch(`${account.server.url}/hc/help/en`)).status).toBe(404);
    }
    await eventually(left, ({ portals }) => portals === 0);

    expect(status).toBe(200);
    // At least one kill must have come in the middle.
    expect(seen[0]).toBeGreaterThan(0);
    expect(await left()).toEqual({ portals: 0, articles: 0, categories: 0 });
    await account.server.stop();
  }, 180_000);
});
