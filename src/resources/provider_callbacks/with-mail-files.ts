import type { MailEvent } from '../../channels/email/mail-event.ts';
import type { RawEvent } from '../../channels/receiving/receiver.ts';
import type { Tx } from '../../db/tx.ts';
import { copyStored, newFileKey } from '../../storage/files.ts';
import { removeUnnamed } from '../../storage/remove-unnamed.ts';

/**
 * Stores the mails' files, which are already synced to disk, and calls `keep` with their events. Files that no row names
 * afterwards are removed, such as files of mails stored before. Not for use in a transaction.
 * @throws Error when the disk refuses, and what `keep` throws
 */
export async function withMailFiles(
  tx: Tx,
  dataDir: string,
  mails: readonly MailEvent[],
  keep: (events: RawEvent[]) => Promise<void>,
): Promise<void> {
  const events: (RawEvent & { fileKey: string })[] = [];
  try {
    for (const { event, path } of mails) {
      const fileKey = newFileKey();
      events.push({ ...event, fileKey });
      await copyStored(dataDir, path, fileKey);
    }
    await keep(events);
  } finally {
    const keys = events.map(({ fileKey }) => fileKey);
    // Where the database cannot be asked, the nightly sweep removes them.
    await removeUnnamed(tx, dataDir, keys).catch(() => {});
  }
}
