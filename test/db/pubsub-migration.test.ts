import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { givenUnmigratedPlace } from '../support/database.ts';

const BEFORE = '202611221300-payload-layouts';

it('gives each user and each contact inbox that there is something of its own to listen to the socket with', async () => {
  const place = await givenUnmigratedPlace();
  const settings = { data_dir: place.dataDir, 'database.url': place.databaseUrl || undefined, 'log.level': 'error' };
  const app = await openApp(loadConfig(undefined, {}, settings));
  const rows = app.tx().db;
  const now = new Date();
  await app.orm.migrator.up({ to: BEFORE });
  await sql`insert into users (name, email, ui_settings, custom_attributes, created_at, updated_at)
    values ('Ada', 'ada@example.com', '{}', '{}', ${now}, ${now}), ('Bob', 'bob@example.com', '{}', '{}', ${now}, ${now})`.execute(
    rows,
  );

  await migrate(app.orm, join(place.dataDir, 'backups'), now);

  const kept = await rows.selectFrom('users').select('pubsub_secret').execute();
  await app.close();
  await place.remove();
  const secrets = kept.map(({ pubsub_secret }) => pubsub_secret);
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{48,64}$/), expect.stringMatching(/^[0-9a-f]{48,64}$/)]);
  expect(new Set(secrets).size).toBe(2);
});
