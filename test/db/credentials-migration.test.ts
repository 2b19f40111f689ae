import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const FIRST = '202611211115-initial';

it('keeps the answers for repeated requests when the migration adds other credentials than tokens', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(FIRST);
  const { id } = await rows
    .insertInto('access_tokens')
    .values({ owner_type: 'User', owner_id: 1, digest: 'd', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into idempotent_requests (access_token_id, key, digest, status, answer, created_at)
    values (${id}, 'once', 'digest', 201, null, ${now})`.execute(rows);

  await upgrade();

  const kept = await rows.selectFrom('idempotent_requests').selectAll().execute();
  await remove();
  expect(kept).toEqual([
    {
      credential: `token ${id}`,
      account_id: null,
      key: 'once',
      digest: 'digest',
      status: 201,
      answer: null,
      created_at: now,
    },
  ]);
});
