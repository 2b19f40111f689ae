import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { givenUnmigratedPlace } from '../support/database.ts';

const FIRST = '202611211115-initial';

it('keeps the answers for repeated requests when the migration adds other credentials than tokens', async () => {
  const place = await givenUnmigratedPlace();
  const settings = { data_dir: place.dataDir, 'database.url': place.databaseUrl || undefined, 'log.level': 'error' };
  const app = await openApp(loadConfig(undefined, {}, settings));
  const rows = app.tx().db;
  const now = new Date();
  await app.orm.migrator.up({ to: FIRST });
  const { id } = await rows
    .insertInto('access_tokens')
    .values({ owner_type: 'User', owner_id: 1, digest: 'd', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into idempotent_requests (access_token_id, key, digest, status, answer, created_at)
    values (${id}, 'once', 'digest', 201, null, ${now})`.execute(rows);

  await migrate(app.orm, join(place.dataDir, 'backups'), now);

  const kept = await rows.selectFrom('idempotent_requests').selectAll().execute();
  await app.close();
  await place.remove();
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
