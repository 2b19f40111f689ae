import type { App } from '../app.ts';
import { databaseOf } from '../app.ts';
import { readSecretKey } from '../config/own-secret-key.ts';
import { withPostgresSnapshot } from './tables/postgres-snapshot.ts';
import { withSqliteSnapshot } from './tables/sqlite-snapshot.ts';
import type { Source } from './write-backup.ts';

/** What a backup of this installation is made of. */
export function sourceOf(app: App, { withKey, withFiles = true }: { withKey: boolean; withFiles?: boolean }): Source {
  const { config } = app;
  const database = databaseOf(config);
  return {
    withSnapshot: (read) =>
      'file' in database
        ? withSqliteSnapshot(database.file, database.nativeBinding, read)
        : withPostgresSnapshot(app.tx(), read),
    dataDir: config.data_dir,
    withFiles,
    secretKey: withKey ? config.secret_key || readSecretKey(config.data_dir) : null,
  };
}
