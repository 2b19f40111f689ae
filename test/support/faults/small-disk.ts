import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEBIBYTE = 2 ** 20;
/** Bytes that a file system allocates at a time; writing in pages uses all of its space. */
const PAGE = 4096;
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

/** A file system of the test's own, in memory. */
export type SmallDisk = {
  folder: string;
  /** Takes all the space that there is, but for `leave` bytes. */
  fill(leave?: number): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
};

/** @throws Error where this user may not mount */
export function givenSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()}`;
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755,${owner}`, 'tmpfs', folder);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const filler = join(folder, 'filler');
  let isFull = false;

  return {
    folder,
    fill(leave = 0) {
      const file = openSync(filler, 'a');
      const size = writeUntilFull(file);
      if (leave > 0) ftruncateSync(file, size - leave);
      closeSync(file);
      isFull = true;
    },
    free() {
      if (isFull) unlinkSync(filler);
      isFull = false;
    },
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

function asRoot(...command: string[]): void {
  const [program = '', ...args] = [...AS_ROOT, ...command];
  execFileSync(program, args, { stdio: 'pipe' });
}

/** Returns the number of bytes that the disk took. */
function writeUntilFull(file: number): number {
  let size = 0;
  for (const chunk of [Buffer.alloc(MEBIBYTE), Buffer.alloc(PAGE)]) {
    try {
      for (;;) size += writeSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return size;
}
