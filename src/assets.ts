import { readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';

/** The text of a file that ships with the program, by its path from the project's root ("config/default.yaml"). */
export function assetText(path: string): string {
  return isSea() ? getAsset(path, 'utf8') : readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The bytes of such a file; only in the single executable, where it has no path. */
export function assetBytes(path: string): Uint8Array {
  return new Uint8Array(getAsset(path));
}
