import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Restored } from '../../backup/restore/restore-backup.ts';
import type { Config } from '../../config.ts';
import { answer } from '../answer.ts';
import { explain } from '../explain.ts';
import { becomeOwnerOf, makeFolder } from '../open.ts';
import { configOf } from '../options.ts';
import { counted } from './in-words.ts';
import { readable } from './readable.ts';

const EXAMPLES = `
Makes the installation of the settings in force from a backup, whether that was made of SQLite or PostgreSQL, and by this version or an
earlier one. Copies of the SQLite database that an upgrade has kept can be restored, too. The server must be stopped. A place in which
there are accounts already is refused, unless --force says to replace them: a SQLite database is then kept in the folder "backups" of
the data directory, that in PostgreSQL is deleted when the restored one is complete.

Examples:
  $ parley restore /backup/parley.tar.zst
  $ parley restore /backup/parley.tar.zst --data-dir /srv/parley
  $ parley restore /backup/parley.tar.zst --database-url postgres://parley:secret@127.0.0.1/parley`;

export const restore = new Command('restore')
  .description('Make an installation from a backup.')
  .argument('<file>', 'the backup')
  .option('--force', 'replace what is there')
  .addHelpText('after', EXAMPLES)
  .action(async (file: string, { force = false }: { force?: boolean }, command: Command) => {
    const config = await configOf(command);
    const restored = await readable(file, () => run(config, file, force)).catch((error: unknown) => {
      throw explain(error, config);
    });
    answer(command, documentOf(restored), inWords(restored, config));
  });

async function run(config: Config, file: string, isForced: boolean): Promise<Restored> {
  const { databaseOf } = await import('../../app.ts');
  const { openFeed } = await import('../../backup/restore/feed.ts');
  const { restoreBackup } = await import('../../backup/restore/restore-backup.ts');
  const { takePlace } = await import('../../backup/restore/take-place.ts');
  becomeOwnerOf(config.data_dir);
  makeFolder(resolve(config.data_dir));
  const database = databaseOf(config);
  const now = new Date();
  const feed = await openFeed(file, 'file' in database ? database.nativeBinding : undefined, now);
  const release = await takePlace(config, isForced);
  try {
    return await restoreBackup(config, feed, now);
  } finally {
    release();
  }
}

function documentOf({ rows, files, migrated, opensSecrets, replaced }: Restored) {
  return { rows, files, migrated, opens_secrets: opensSecrets, replaced };
}

function inWords({ rows, files, migrated, opensSecrets, replaced }: Restored, config: Config): string {
  const { data_dir } = config;
  return [
    `Restored ${counted(rows, 'rows')} and ${counted(files, 'files')} ${placeOf(config)}.`,
    ...(migrated.length > 0 ? [`Brought up to date: ${migrated.join(', ')}`] : []),
    ...(replaced === null ? [] : [`The database that was there is ${replaced}`]),
    ...(opensSecrets === false
      ? [
          `The secrets in it were sealed with another key than the one here: put that into ${data_dir}/secret_key, or PARLEY_SECRET_KEY, before you start the server.`,
        ]
      : []),
  ].join('\n');
}

/** "to /srv/parley", or "to the database parley at 127.0.0.1, and files to /srv/parley" */
function placeOf({ data_dir, database: { url } }: Config): string {
  if (url === '') return `to ${resolve(data_dir)}`;
  const { hostname, pathname } = new URL(url);
  return `to the database ${pathname.slice(1)} at ${hostname}, and files to ${resolve(data_dir)}`;
}
