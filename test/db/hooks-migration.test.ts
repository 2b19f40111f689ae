import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const BEFORE = '202611261246-help-centre';

it('gives each connection that is in use a hook with its id, and new hooks other ids', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(BEFORE);
  await sql`insert into accounts (name, created_at, updated_at) values ('Acme', ${now}, ${now})`.execute(rows);
  await sql`insert into authorizations (id, account_id, provider, sealed_tokens, ended_at, created_at, updated_at)
    values (4, 1, 'slack', 'x', null, ${now}, ${now}), (7, 1, 'linear', 'x', null, ${now}, ${now}),
      (9, 1, 'notion', 'x', ${now}, ${now}, ${now})`.execute(rows);

  await upgrade();

  const made = await rows
    .selectFrom('hooks')
    .select(['id', 'app_id', 'authorization_id', 'enabled', 'settings'])
    .execute();
  const { id } = await rows
    .insertInto('hooks')
    .values({ account_id: 1, app_id: 'dyte', settings: '{}' as never, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await remove();
  expect(made).toEqual([
    { id: 4, app_id: 'slack', authorization_id: 4, enabled: true, settings: {} },
    { id: 7, app_id: 'linear', authorization_id: 7, enabled: true, settings: {} },
  ]);
  expect(id).toBe(8);
});
