import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import { onEnd } from '../write-whole.ts';

const STANDARD_INPUT = ['-', '/dev/stdin'];

/** Whether a command is to read its standard input instead of a file. */
export function isStandardInput(path: string): boolean {
  return STANDARD_INPUT.includes(path);
}

/** @throws Failure with the name of a full folder; else the error */
function refuseFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC') throw error;
  throw new Failure(`${tmpdir()} has no room for a copy of it: name another folder with TMPDIR, or a file`, {
    cause: error,
  });
}

/**
 * Calls `work` with a file that can be read as often as it likes: that at `path`, or, for standard input and pipes,
 * which can be read only once, a copy that is removed afterwards. Returns what `work` returns.
 * @throws Error when there is no such file, or it cannot be read; what `work` throws
 */
export async function withReadAgain<T>(path: string, work: (file: string) => Promise<T>): Promise<T> {
  if (!isStandardInput(path)) {
    const found = await stat(path);
    if (found.isFile() || found.isDirectory()) return work(path);
  }
  const folder = await mkdtemp(join(tmpdir(), 'parley-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stopWatching = onEnd(remove);
  try {
    const copy = join(folder, 'input');
    const input = isStandardInput(path) ? process.stdin : createReadStream(path);
    await pipeline(input, createWriteStream(copy, { mode: 0o600 })).catch(refuseFull);
    return await work(copy);
  } finally {
    stopWatching();
    remove();
  }
}
