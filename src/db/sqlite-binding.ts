import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { assetBytes } from '../assets.ts';

/**
 * Path of the SQLite addon for the single executable: it carries the addon inside, and the system loads addons only
 * from files. Written once to `folder` under a name that tells its content. Undefined when run from the sources, where
 * better-sqlite3 finds its own.
 */
export function sqliteBinding(folder: string): string | undefined {
  if (!isSea()) return undefined;

  const bytes = assetBytes('better_sqlite3.node');
  const path = join(folder, `better_sqlite3-${sha256(bytes)}.node`);
  if (existsSync(path) && sha256(readFileSync(path)) === sha256(bytes)) return path;

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes, { mode: 0o600 });
  renameSync(unfinished, path);
  return path;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
