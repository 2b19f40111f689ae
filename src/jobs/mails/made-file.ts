import type { App } from '../../app.ts';
import { pathOf } from '../../storage/files.ts';
import type { MadeFile } from '../../mail/made-file.ts';
import { urlOf } from '../../resources/downloads/create-download.ts';
import { findDownload } from '../../resources/downloads/queries.ts';

/**
 * The file of a download for a mail; null when `downloadId` is null, or the download was deleted, after it expired or
 * with its account.
 */
export async function madeFile(app: App, downloadId: number | null): Promise<MadeFile | null> {
  if (downloadId === null) return null;
  const tx = app.tx();
  const download = await findDownload(tx, downloadId);
  if (!download) return null;
  return { ...download, path: pathOf(app.config.data_dir, download.key), url: urlOf(tx, download) };
}
