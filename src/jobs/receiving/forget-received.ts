import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { removeUnnamed } from '../../storage/remove-unnamed.ts';
import { DAY } from '../../time.ts';

/** Rows per transaction: some milliseconds on SQLite, because a failed event may be as large as a mail. */
const BATCH = 200;

/** Forgets what providers have told after `channels.keep_days`, once it has been handled: in batches, between requests. */
export async function forgetReceived(app: App, now: Date): Promise<void> {
  const { keep_days: days } = app.config.channels;
  if (days === 0) return;
  const oldest = new Date(now.getTime() - days * DAY);
  for (;;) {
    const { db } = app.tx();
    const batch = db.selectFrom('received_events').select('id').where('ended_at', '<', oldest).limit(BATCH);
    const removed = await db
      .deleteFrom('received_events')
      .where('id', 'in', batch)
      .returning('file_key as key')
      .execute();
    await removeUnnamed(app.tx(), app.config.data_dir, keysOf(removed));
    if (removed.length < BATCH) return;
    // SQLite answers synchronously, so requests would have to wait for the whole loop.
    await setImmediate();
  }
}

const keysOf = (removed: { key: string | null }[]) => removed.flatMap(({ key }) => key ?? []);
