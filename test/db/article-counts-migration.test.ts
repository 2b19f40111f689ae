import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const BEFORE = '202611261843-deleted-portals';

it('counts the articles that are there', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(BEFORE);
  await sql`insert into accounts (name, created_at, updated_at) values ('Acme', ${now}, ${now})`.execute(rows);
  await sql`insert into users (name, email, created_at, updated_at)
    values ('Ada', 'ada@example.com', ${now}, ${now})`.execute(rows);
  await sql`insert into portals (account_id, slug, name, config, created_at, updated_at)
    values (1, 'help', 'Help', '{}', ${now}, ${now})`.execute(rows);
  await sql`insert into categories (account_id, portal_id, name, slug, locale, position, created_at, updated_at)
    values (1, 1, 'Payments', 'payments', 'en', 10, ${now}, ${now})`.execute(rows);
  const article = (slug: string, category: number | null, author: number | null, status: string) =>
    sql`insert into articles (account_id, portal_id, category_id, author_id, slug, locale, title, status, position,
      created_at, updated_at)
      values (1, 1, ${category}, ${author}, ${slug}, 'en', 'Title', ${status}, 10, ${now}, ${now})`.execute(rows);
  await article('a', 1, 1, 'published');
  await article('b', 1, 1, 'published');
  await article('c', null, null, 'draft');

  await upgrade();

  const counts = await rows.selectFrom('article_counts').selectAll().orderBy('category_id').execute();
  await remove();
  expect(counts).toEqual([
    { portal_id: 1, locale: 'en', category_id: 0, status: 'draft', author_id: 0, count: 1 },
    { portal_id: 1, locale: 'en', category_id: 1, status: 'published', author_id: 1, count: 2 },
  ]);
});
