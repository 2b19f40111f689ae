import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetNamed, isExecutable, useAsset } from '../../assets.ts';

/** The addon in the single executable. Its name has the hash of its bytes (bin/build.ts). */
const ADDON = /^better_sqlite3-[\da-f]{64}\.node$/;

/**
 * Path of the SQLite addon for the single executable, which contains the addon as bytes while the system loads addons
 * only from files. It is written once to `folder`, which nobody else may write to. Undefined when run from the sources,
 * where better-sqlite3 finds its own.
 */
export function sqliteBinding(folder: string): string | undefined {
  if (!isExecutable()) return undefined;

  const { path: name, size } = assetNamed(ADDON);
  const path = join(folder, name);
  // A file gets the name when all of it is on the disk, so its bytes need not be compared at each start.
  if (statSync(path, { throwIfNoEntry: false })?.size === size) return path;

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  useAsset(name, (bytes) => writeFileSync(unfinished, bytes, { mode: 0o600, flush: true }));
  renameSync(unfinished, path);
  return path;
}
