import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEBIBYTE = 2 ** 20;
/** How often to try to make the disk as small as what is on it, while others write. */
const ATTEMPTS = 100;
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

/** A file system of the test's own, in memory. */
export type SmallDisk = {
  folder: string;
  /** Leaves `leave` bytes of free space: the disk shrinks to what is on it, which is quicker than filling it. */
  fill(leave?: number): void;
  /** Gives the disk its former size. */
  free(): void;
  /** From now on, nothing on it can be changed. @throws Error where a file of it is open for writing */
  protect(): void;
  unprotect(): void;
  /** Unmounts it, and removes the folder. */
  remove(): void;
};

/**
 * A small disk that is mounted until `remove`, and belongs to this user.
 * @throws Error where this user may not mount
 */
export function givenSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()}`;
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755,${owner}`, 'tmpfs', folder);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  // Something has to be on it: a disk of 0 bytes would have no limit.
  writeFileSync(join(folder, 'filler'), 'x');
  const resize = (bytes: number) => asRoot('mount', '-o', `remount,size=${bytes}`, folder);

  return {
    folder,
    fill: (leave = 0) => untilDone(() => resize(usedIn(folder) + leave)),
    free: () => resize(mebibytes * MEBIBYTE),
    protect: () => untilDone(() => asRoot('mount', '-o', 'remount,ro', folder)),
    unprotect: () => asRoot('mount', '-o', 'remount,rw', folder),
    remove() {
      asRoot('umount', '--lazy', folder);
      rmdirSync(folder);
    },
  };
}

/** Whether small disks can be made here: by root, and by users who may become root without a password. */
export function canMount(): boolean {
  try {
    givenSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

/** Runs the command. Returns what it printed. @throws Error when it fails, or may not be run as root */
export function asRoot(...command: string[]): string {
  const [program = '', ...args] = [...AS_ROOT, ...command];
  return execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8' });
}

/** Bytes that the files take. */
function usedIn(folder: string): number {
  const { bsize, blocks, bfree } = statfsSync(folder);
  return (blocks - bfree) * bsize;
}

/** Repeats `change`, which fails when others write meanwhile. */
function untilDone(change: () => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return change();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
