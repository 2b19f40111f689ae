import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { assetBytes } from '../../assets.ts';

/**
 * Path of the SQLite addon for the single executable, which contains the addon as bytes while the system loads addons
 * only from files. It is written once to `folder`, which nobody else may write to, under a name made of its hash.
 * Undefined when run from the sources, where better-sqlite3 finds its own.
 */
export function sqliteBinding(folder: string): string | undefined {
  if (!isSea()) return undefined;

  const bytes = assetBytes('better_sqlite3.node');
  const path = join(folder, `better_sqlite3-${createHash('sha256').update(bytes).digest('hex')}.node`);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return path;

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes, { mode: 0o600 });
  renameSync(unfinished, path);
  return path;
}
