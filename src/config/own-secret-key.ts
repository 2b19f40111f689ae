import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from './secret-file.ts';

/** A secret key that cannot be used; the message says what to do. */
export class SecretKeyError extends Error {}

/** Where an installation keeps its own key, when the settings give none. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret_key');
}

/**
 * The installation's own key, made at the first start. It is part of every copy of the data directory.
 * @throws SecretKeyError when what is there is no key
 */
export function ownSecretKey(dataDir: string): string {
  const found = readSecretKey(dataDir);
  if (found !== null) return found;
  makeSecretKey(dataDir);
  return ownSecretKey(dataDir);
}

/** The same, null when there is none yet. @throws SecretKeyError when what is there is no key */
export function readSecretKey(dataDir: string): string | null {
  try {
    return readSecretFile(secretKeyFile(dataDir));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code !== undefined) throw error;
    throw new SecretKeyError(
      `${message}: put the key back from a backup, or remove it if no webhook, bot or channel has a secret yet, and a new one is made`,
      { cause: error },
    );
  }
}

/** The file appears whole or not at all, and of several first starts at once, one makes it. */
function makeSecretKey(dataDir: string): void {
  const path = secretKeyFile(dataDir);
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(unfinished, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(unfinished, path);
    syncFolder(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Without it, a power cut could lose the file's name. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
