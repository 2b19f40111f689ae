import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const BEFORE = '202611221300-payload-layouts';

it('gives each user and each contact inbox that there is something of its own to listen to the socket with', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(BEFORE);
  await sql`insert into users (name, email, ui_settings, custom_attributes, created_at, updated_at)
    values ('Ada', 'ada@example.com', '{}', '{}', ${now}, ${now}), ('Bob', 'bob@example.com', '{}', '{}', ${now}, ${now})`.execute(
    rows,
  );

  await upgrade();

  const kept = await rows.selectFrom('users').select('pubsub_secret').execute();
  await remove();
  const secrets = kept.map(({ pubsub_secret }) => pubsub_secret);
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{48,64}$/), expect.stringMatching(/^[0-9a-f]{48,64}$/)]);
  expect(new Set(secrets).size).toBe(2);
});
