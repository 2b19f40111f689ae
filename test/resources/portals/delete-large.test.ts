import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { jobKinds } from '../../../src/jobs/job-kinds.ts';
import { type JobRunner, startJobRunner } from '../../../src/jobs/queue/run-jobs.ts';
import { deleteAccount } from '../../../src/resources/accounts/delete-account.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { rowsOfAccount } from '../../support/database/rows-of-account.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { givenArticle, givenCategory, givenManyArticles, givenPortal, newSlug } from './given-portal.ts';

const MANY = 1500;

let test: TestApp;
let runner: JobRunner | null = null;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterEach(() => runner?.stop());
afterAll(() => test.stop());

/** A portal with a logo, a domain, categories that name each other, many articles, and an inbox that offers it. */
async function givenLargePortal() {
  const account = await givenAccount(test);
  const domain = `${newSlug()}.example.com`;
  const portal = await givenPortal(account, { custom_domain: domain });
  const logo = new FormData();
  logo.set('logo', new Blob([PIXEL], { type: 'image/png' }), 'logo.png');
  const { body } = await account.call('PATCH', `/portals/${portal.slug}`, logo);
  const outer = await givenCategory(account, portal, { name: 'Money' });
  const inner = { parent_category_id: outer.id, related_category_ids: [outer.id] };
  const category = await givenCategory(account, portal, inner);
  const first = await givenArticle(account, portal, { title: 'Unforgettable', category_id: category.id });
  await givenArticle(account, portal, { locale: 'de', associated_article_id: first.id });
  await givenManyArticles(test.rows(), first.id, MANY);
  const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
  await account.call('PATCH', `/inboxes/${inbox.id}`, { portal_id: portal.id });
  return { account, portal, domain, inbox, category, article: first, logo: body.logo.file_url as string };
}

async function countOf(table: 'articles' | 'categories' | 'portals', column: 'portal_id' | 'id', id: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(test.rows());
  return Number(rows[0]!.count);
}

const remove = (account: TestAccount, { slug }: { slug: string }) => account.call('DELETE', `/portals/${slug}`);

/** The numbers of articles that others see while the jobs remove the portal, until nothing is left of it. */
async function articlesWhileRemoving(portalId: number): Promise<Set<number>> {
  const seen = new Set<number>();
  runner = startJobRunner(test.app, jobKinds);
  runner.wake();
  // Without a pause, to see as much as possible.
  while ((await countOf('portals', 'id', portalId)) > 0) {
    seen.add(await countOf('articles', 'portal_id', portalId));
    await setImmediate();
  }
  return seen;
}

describe('DELETE /portals/{slug} with many articles', () => {
  it('hides it at once from the team, readers and widgets, and removes nothing else in that request', async () => {
    const { account, portal, inbox, category, article, logo } = await givenLargePortal();
    const path = `/portals/${portal.slug}`;

    const { status } = await remove(account, portal);

    expect(status).toBe(200);
    expect(await countOf('articles', 'portal_id', portal.id)).toBe(MANY + 2);
    const refused = [
      await account.call('GET', path),
      await account.call('PATCH', path, { name: 'Again' }),
      await account.call('DELETE', path),
      await account.call('GET', `${path}/articles`),
      await account.call('POST', `${path}/articles`, { title: 'More' }),
      await account.call('DELETE', `${path}/articles/${article.id}`),
      await account.call('GET', `${path}/categories/${category.id}`),
      await account.call('PATCH', `/inboxes/${inbox.id}`, { portal_id: portal.id }),
      await test.request('GET', `/hc/${portal.slug}/en`),
      await test.request('GET', `/hc/${portal.slug}/articles/${article.slug}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect((await account.call('GET', '/portals?page=1')).body).toMatchObject({
      payload: [],
      meta: { portals_count: 0 },
    });
    expect((await account.call('GET', '/search/articles?q=unforgettable')).body.payload.articles).toEqual([]);
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body.portal_id).toBeNull();
    const widget = await test.request('POST', `/api/v1/widget/config?website_token=${inbox.website_token}`);
    expect(widget.body.website_channel_config.portal).toBeNull();
    expect((await fetch(logo)).status).toBe(404);
  });

  it('frees its name in addresses and its domain at once', async () => {
    const { account, portal, domain } = await givenLargePortal();

    await remove(account, portal);

    const again = await givenPortal(account, { slug: portal.slug, custom_domain: domain });
    await articlesWhileRemoving(portal.id);
    expect((await account.call('GET', `/portals/${portal.slug}`)).body).toMatchObject({ id: again.id });
  });

  it('happens once, however many request it at once', async () => {
    const { account, portal } = await givenLargePortal();

    const answers = await Promise.all([1, 2, 3].map(() => remove(account, portal)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  it('removes what is in it after that, in parts, and nothing of another portal', async () => {
    const { account, portal, article } = await givenLargePortal();
    const other = await givenPortal(account);
    const kept = await givenArticle(account, other, { title: 'Unforgettable' });
    await remove(account, portal);

    const seen = await articlesWhileRemoving(portal.id);

    expect([...seen].filter((count) => count > 0 && count < MANY).length).toBeGreaterThan(2);
    expect(await countOf('categories', 'portal_id', portal.id)).toBe(0);
    const { rows } = await sql`select * from article_search where ${
      test.app.tx().isPostgres ? sql`article_id` : sql`rowid`
    } = ${article.id}`.execute(test.rows());
    expect(rows).toEqual([]);
    const found = (await account.call('GET', '/search/articles?q=unforgettable')).body.payload.articles;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([kept.id]);
  });

  it('is one entry of the audit log, with what the portal was', async () => {
    const { account, portal, domain } = await givenLargePortal();

    await remove(account, portal);

    const { body } = await account.call('GET', `/audit_logs?auditable_type=Portal&auditable_id=${portal.id}`);
    expect(body.audit_logs[0]).toMatchObject({
      action: 'destroy',
      audited_changes: { slug: portal.slug, custom_domain: domain },
    });
  });
});

describe('deleting an account with a large portal', () => {
  it('hides the portal at once, and removes it in parts', async () => {
    const { account, portal, domain } = await givenLargePortal();
    const elsewhere = await givenAccount(test);

    await deleteAccount(test.app.tx(), account.id, new Date());

    expect((await test.request('GET', `/hc/${portal.slug}/en`)).status).toBe(404);
    await givenPortal(elsewhere, { slug: portal.slug, custom_domain: domain });
    const seen = await articlesWhileRemoving(portal.id);
    expect([...seen].filter((count) => count > 0 && count < MANY).length).toBeGreaterThan(2);
    await eventually(
      () => rowsOfAccount(test.app.tx(), account.id),
      (left) => Object.keys(left).length === 0,
    );
  });
});
