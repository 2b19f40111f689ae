import { createWriteStream, unlinkSync } from 'node:fs';
import { access, chmod, chown, constants, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { sync } from '../storage/sync.ts';

/** Signals that end a command and leave time to clean up. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const OPEN_FILES = /^\/(dev\/(fd\/|std(in|out|err)$)|proc\/)/;

/**
 * Writes the file at `path` atomically with `write`, and returns the result of `write`: the former content stays until the new
 * content is on the disk. Pipes and devices are written directly. A new file is readable only by its owner; an existing file
 * keeps its mode, and its owner if this user may set it.
 * @throws any error of `write`; Error when the file cannot be written
 */
export async function writeWhole<T>(path: string, write: (file: Writable) => Promise<T>): Promise<T> {
  const before = await stat(path).catch(() => null);
  if (isOpen(path) || (before && !before.isFile())) return write(createWriteStream(path));
  // For a symbolic link, its target is replaced.
  const target = before ? await realpath(path) : resolve(path);
  if (before) await access(target, constants.W_OK);
  await removeLeftovers(target);

  const part = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  const stopWatching = onEnd(() => unlinkSync(part));
  try {
    const written = await write(createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    if (before) {
      await chown(part, before.uid, before.gid).catch(() => {});
      await chmod(part, before.mode);
    }
    await sync(part);
    await rename(part, target);
    await sync(dirname(target));
    return written;
  } catch (error) {
    await unlink(part).catch(() => {});
    throw error;
  } finally {
    stopWatching();
  }
}

/** Whether the path names what is open already, such as a shell's <(command). Other files below /dev, in /dev/shm, are like any. */
export const isOpen = (path: string): boolean => OPEN_FILES.test(resolve(path));

/** Runs `tidy` before a signal ends the process. Returns a function that undoes that. */
export function onEnd(tidy: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    stop();
    try {
      tidy();
    } finally {
      process.kill(process.pid, signal);
    }
  };
  const stop = () => {
    for (const signal of ENDS) process.off(signal, end);
  };
  for (const signal of ENDS) process.on(signal, end);
  return stop;
}

/** Removes partial files of killed processes that were writing this file. */
async function removeLeftovers(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`.${basename(target)}.`) || !name.endsWith('.part')) continue;
    const pid = Number(name.split('.').at(-2));
    if (pid > 0 && !isRunning(pid)) await unlink(join(folder, name)).catch(() => {});
  }
}

/** Whether there is a process with this number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
