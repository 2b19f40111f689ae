import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../src/db/database.ts';
import type { TestAccount } from '../../support/factories.ts';
import { isCreated } from '../../support/openapi/dialect.ts';

/** A name in addresses that no other portal has. */
export const newSlug = () => `help-${randomUUID().slice(0, 13)}`;

/** A portal in English, German and Arabic, as the API shows it; `more` is added to the request. */
export async function givenPortal(account: TestAccount, more: object = {}) {
  const config = { allowed_locales: ['en', 'de', 'ar'], default_locale: 'en' };
  return create(account, '/portals', { name: 'Acme Help', slug: newSlug(), config, ...more });
}

type Portal = { slug: string };

/** A category of the portal, as the API shows it. */
export async function givenCategory(account: TestAccount, { slug }: Portal, more: object = {}) {
  return (await create(account, `/portals/${slug}/categories`, { name: 'Payments', ...more })).payload;
}

/** A published article of the portal, as the API shows it. */
export async function givenArticle(account: TestAccount, { slug }: Portal, more: object = {}) {
  const usual = { title: 'How to pay', content: 'By card.', status: 'published' };
  return (await create(account, `/portals/${slug}/articles`, { ...usual, ...more })).payload;
}

/** So many more articles like the one with the id, in its place. */
export async function givenManyArticles(rows: Db, id: number, count: number): Promise<void> {
  await sql`insert into articles (account_id, portal_id, category_id, author_id, slug, locale, title, content, status,
      position, meta, created_at, updated_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${count})
    select a.account_id, a.portal_id, a.category_id, a.author_id, 'article-' || n.n, a.locale, 'Article ' || n.n, 'Text',
      a.status, n.n, a.meta, a.created_at, a.updated_at
    from n, articles a where a.id = ${id}`.execute(rows);
}

async function create(account: TestAccount, path: string, given: object) {
  const { status, body, text } = await account.call('POST', path, given);
  if (!isCreated(status)) throw new Error(`cannot create at ${path}: ${text}`);
  return body;
}
