import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from './secret-file.ts';

/** An unusable secret key; the message says what to do. */
class SecretKeyError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'SecretKeyError';
}

/** The file of the installation's own key, used when the settings have none. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret_key');
}

/**
 * The installation's own key; makes its file when there is none, as at the first start. Copies of the data directory
 * contain it.
 * @throws SecretKeyError when the file is empty or no regular file; Error when it cannot be read or made
 */
export function ownSecretKey(dataDir: string): string {
  const found = readSecretKey(dataDir);
  if (found !== null) return found;
  makeSecretKey(dataDir);
  return ownSecretKey(dataDir);
}

/**
 * The installation's own key; null when there is none yet.
 * @throws SecretKeyError when the file is empty or no regular file; Error when it cannot be read
 */
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

/** Creates the file atomically; of several simultaneous first starts, only one does. */
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

/** Syncs the folder, so that a power cut does not lose the new file's name. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
