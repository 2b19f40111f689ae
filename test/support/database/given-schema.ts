import { join } from 'node:path';
import { openApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { givenUnmigratedPlace } from '../database.ts';

/** An empty database of an older version, whose last migration is `last`; `upgrade` brings it up to date at `now`. */
export async function givenSchema(last: string) {
  const place = await givenUnmigratedPlace();
  const settings = { data_dir: place.dataDir, 'database.url': place.databaseUrl || undefined, 'log.level': 'error' };
  const app = await openApp(loadConfig(undefined, {}, settings));
  const now = new Date();
  await app.orm.migrator.up({ to: last });
  return {
    rows: app.tx().db,
    now,
    upgrade: () => migrate(app.orm, join(place.dataDir, 'backups'), now),
    async remove() {
      await app.close();
      await place.remove();
    },
  };
}
