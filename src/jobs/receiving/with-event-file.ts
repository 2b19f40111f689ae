import { stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { MailPlace } from '../../channels/email/reading/mail-place.ts';
import type { WaitingEvent } from '../../conversations/receiving/begin-event.ts';
import { newSpoolPath, pathOf } from '../../storage/files.ts';
import { namesIn } from '../../storage/old-files.ts';

/**
 * Calls `use` with the raw mail of the event, and a folder for its files; files that were not moved are removed afterwards.
 * Older versions stored mails in their events, as base64.
 * @throws Error when the event's file does not exist; any error of `use`
 */
export async function withEventFile<Result>(
  dataDir: string,
  { body, fileKey }: Pick<WaitingEvent, 'body' | 'fileKey'>,
  use: (place: MailPlace) => Promise<Result>,
): Promise<Result> {
  const filesAt = await newSpoolPath(dataDir);
  try {
    if (fileKey !== null) return await use({ path: await storedPath(dataDir, fileKey), filesAt });
    const path = `${filesAt}-mail`;
    await writeFile(path, Buffer.from(body, 'base64'), { flag: 'wx', mode: 0o600 });
    return await use({ path, filesAt });
  } finally {
    await removeWithPrefix(filesAt);
  }
}

async function storedPath(dataDir: string, fileKey: string): Promise<string> {
  const path = pathOf(dataDir, fileKey);
  await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`its file ${fileKey} is not there`) : error;
  });
  return path;
}

async function removeWithPrefix(prefix: string): Promise<void> {
  const folder = dirname(prefix);
  const names = await namesIn(folder).catch(() => []);
  const left = names.filter((name) => name.startsWith(basename(prefix)));
  await Promise.all(left.map((name) => unlink(join(folder, name)).catch(() => {})));
}
