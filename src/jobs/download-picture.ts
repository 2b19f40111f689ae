import type { Got } from 'got';
import { MAX_AVATAR_BYTES } from '../resources/files/check-avatar.ts';
import { download } from '../storage/download.ts';

const TEXTS = {
  refused: 'Avatar not fetched',
  tooLarge: 'Avatar not fetched',
  tooLargeDetail: 'it is larger than 15 MB',
};

/** Downloads the picture at `url` to the new file `path`, as `download` does, and returns its size in bytes. */
export function downloadPicture(http: Got, url: string, path: string, signal: AbortSignal): Promise<number> {
  return download(http, { url, accept: 'image/*', maxBytes: MAX_AVATAR_BYTES }, path, signal, TEXTS);
}
