import { unlink } from 'node:fs/promises';
import type { App } from '../../app.ts';
import { namesPrivatePlace } from '../../addresses.ts';
import { AppError, invalid } from '../../errors.ts';
import { download } from '../../storage/download.ts';
import { newSpoolPath, removeFiles, storeFile } from '../../storage/files.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { MINUTE } from '../../time.ts';

const TEXTS = { refused: 'Failed to fetch file from URL', tooLarge: 'File exceeds the maximum allowed size' };
const PICTURE_OR_VIDEO = /^(image|video)\//;
/** How long a server may take, with all its redirects. */
const LONGEST_MS = MINUTE;

/**
 * Fetches the picture or video at `url`, and stores it; no row names it yet.
 * @throws AppError `invalid` when it cannot be fetched, is too large, or is something else
 */
export async function fetchFile(app: App, url: string): Promise<StoredFile> {
  const { data_dir: dataDir, server, webhooks } = app.config;
  const address = URL.canParse(url) ? new URL(url) : null;
  const isHttp = address !== null && ['http:', 'https:'].includes(address.protocol);
  if (!isHttp || namesPrivatePlace(address, webhooks.allowed_networks)) {
    throw invalid('Invalid URL provided', 'external_url must be a public address that starts with http:// or https://');
  }

  const path = await newSpoolPath(dataDir);
  try {
    const wanted = { url, accept: 'image/*, video/*', maxBytes: server.max_file_bytes };
    const size = await download(await app.http(), wanted, path, AbortSignal.timeout(LONGEST_MS), TEXTS).catch(
      asInvalid,
    );
    const file = await storeFile(dataDir, { path, filename: nameIn(address), size });
    if (PICTURE_OR_VIDEO.test(file.contentType)) return file;
    await removeFiles(dataDir, [file.key]);
    throw invalid('File type not supported (only images and videos are allowed)');
  } finally {
    await unlink(path).catch(() => {});
  }
}

/** Any fault of the other server is an invalid address of this request. */
function asInvalid(error: Error & { syscall?: string; code?: string }): never {
  if (error instanceof AppError) throw invalid(error.message, error.detail);
  if (error.syscall === 'write' || error.syscall === 'open') throw error;
  throw invalid(TEXTS.refused, 'the server does not answer');
}

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last || 'file';
  }
}
