import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { nameOf } from '../installation.ts';
import { type Check, failed, NotChecked, type Outcome, ok, warning } from '../../checks.ts';

const GB = 1e9;
const MB = 1e6;
const LITTLE_SPACE = GB;
const TOO_LITTLE_SPACE = 100 * MB;
/** The rights of users who are neither the owner nor in the group of the directory. */
const ANYBODY = 0o007;

/** Checks that the data directory is this user's, who can write to it, and that users outside its group have no access. */
export const dataDirectoryCheck = ({ data_dir: path }: Config): Check => ({
  name: 'data_directory',
  async look() {
    if (!existsSync(path)) return failed(`${path} does not exist`, 'start "parley serve" once, or name it: --data-dir');
    const { uid, mode } = statSync(path);
    const user = process.getuid?.() ?? uid;
    if (uid !== user) {
      const message = `${path} belongs to ${nameOf(uid)}, not to ${nameOf(user)}`;
      return isWritable(path) ? warning(message, 'use sudo') : failed(message, 'use sudo');
    }
    if (!isWritable(path)) return failed(`${path} cannot be written by its owner`, `chmod u+rwx ${path}`);
    if ((mode & ANYBODY) !== 0) return warning(`everybody on this machine can look into ${path}`, `chmod 700 ${path}`);
    return ok(`${path} belongs to this user, and users outside of its group have no access`);
  },
});

/** Checks that the disk of the data directory has a gigabyte of free space; with less than 100 megabytes, it fails. */
export const diskSpaceCheck = ({ data_dir: path }: Config): Check => ({
  name: 'disk_space',
  async look() {
    if (!existsSync(path)) throw new NotChecked(`${path} does not exist`);
    const { bavail, bsize } = await statfs(path);
    return spaceOutcome(bavail * bsize);
  },
});

/** The outcome when `free` bytes are free on the disk. */
export function spaceOutcome(free: number): Outcome {
  const message = free < GB ? `${Math.floor(free / MB)} MB are free` : `${Math.floor(free / GB)} GB are free`;
  const advice = 'make room on the disk of the data directory: a full one stops the server';
  if (free < TOO_LITTLE_SPACE) return failed(message, advice);
  return free < LITTLE_SPACE ? warning(message, advice) : ok(message);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
