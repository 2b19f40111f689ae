import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { secretKeyFile } from '../../config/own-secret-key.ts';
import type { Tx } from '../../db/tx.ts';
import { isFileKey, pathOf } from '../../storage/files.ts';
import { BackupError } from '../format.ts';
import type { Taker } from '../read-backup.ts';
import type { Feed } from './feed.ts';
import { openLoading } from './load-rows.ts';
import { withoutRules } from './without-rules.ts';

/** How much there was. */
export type Loaded = { rows: number; files: number };

/**
 * Writes the rows of `feed` into the database, which has the schema of the feed, and files and key into `stage`. `usedKey` is the
 * secret key of the settings, empty = they have none.
 * @throws BackupError when the feed is damaged, or its key is another one than that of the settings
 */
export function loadFeed(tx: Tx, feed: Feed, { stage, usedKey }: { stage: string; usedKey: string }): Promise<Loaded> {
  return withoutRules(tx, async () => {
    const loaded = { rows: 0, files: 0 };
    const loading = await openLoading(tx, feed.header);
    const taker: Taker = {
      header() {},
      key: (key) => keepKey(stage, key, usedKey),
      async rows(table, text) {
        const count = await loading.rows(table, text);
        loaded.rows += count;
        return count;
      },
      sequences: loading.sequences,
      async file(key, content) {
        await keepFile(stage, key, content);
        loaded.files += 1;
      },
    };
    await feed.give(taker);
    return loaded;
  });
}

async function keepKey(stage: string, key: string, usedKey: string): Promise<void> {
  if (usedKey === '') await writeFile(secretKeyFile(stage), `${key}\n`, { mode: 0o600, flush: true });
  else if (usedKey !== key) {
    throw new BackupError(
      'the settings have another secret_key than the backup: take it out of them, or set the one of the backup',
    );
  }
}

async function keepFile(stage: string, key: string, content: AsyncIterable<Buffer>): Promise<void> {
  // It becomes the name of a file.
  if (!isFileKey(key)) throw new BackupError(`the backup has a file of the name ${key}, which none has`);
  const path = pathOf(stage, key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
}
