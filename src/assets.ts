import { readFileSync } from 'node:fs';
import { getAsset, getAssetKeys, getRawAsset, isSea } from 'node:sea';

/** Whether this is the single executable, rather than the sources. */
export const isExecutable = (): boolean => isSea();

/** The text of a file that ships with the program, by its path from the project's root ("config/default.yaml"). */
export function assetText(path: string): string {
  return isSea() ? getAsset(path, 'utf8') : readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The bytes of such a file, not to be written to; only in the single executable, where it has no path. */
export function assetBytes(path: string): Uint8Array {
  return new Uint8Array(getRawAsset(path));
}

/** The path of the file that matches `pattern`; only in the single executable. @throws Error when there is none */
export function assetNamed(pattern: RegExp): string {
  const found = getAssetKeys().find((path) => pattern.test(path));
  if (found === undefined) throw new Error(`the executable has no file ${pattern.source}`);
  return found;
}
