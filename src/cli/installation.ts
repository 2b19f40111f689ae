import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from './failure.ts';

/** Entries of a data directory, each of which is enough to recognize one. */
const MADE = ['parley.db', 'secret_key', 'files', 'uploads', 'outbox', 'cache', 'backups'];

/** @throws Failure unless the folder at `path` is the data directory of an installation */
export function refuseOtherFolder(path: string): void {
  if (MADE.some((name) => existsSync(join(path, name)))) return;
  throw new Failure(
    `${resolve(path)} is not a data directory of Parley: name the right one with --data-dir or PARLEY_DATA_DIR, or begin an installation there with "parley create-account"`,
  );
}

/** @throws Failure when the folder at `path` belongs to another user, and this one may not use it */
export function refuseOthersFolder(path: string): void {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === process.getuid?.()) return;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Failure(`${resolve(path)} belongs to ${nameOf(owner)}: use sudo`, { cause: error });
  }
}

/** The name of a user of this machine, or `user 1001` without a name. */
export function nameOf(uid: number): string {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const [name] = lines.find((line) => line.split(':')[2] === String(uid))?.split(':') ?? [];
    return name || `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
