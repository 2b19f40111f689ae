import { mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid } from '../errors.ts';
import { uploadsFolder } from '../storage/files.ts';

/** Runs the given work, or throws instead. */
export type Once = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that lets the job read an untrusted file, unless a process ended during an earlier attempt: the file
 * might end the next process too. A marker file in DATA_DIR/uploads exists during an attempt; left-over markers are removed
 * after an hour. The returned function throws the errors of the work, and AppError `invalid` when it finds a marker, which it
 * removes, so that a manual retry reads the file again.
 */
export function readOnce(dataDir: string, jobId: number): Once {
  const folder = uploadsFolder(dataDir);
  const mark = join(folder, `read-by-job-${jobId}`);

  return async (work) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(mark, '', { flag: 'wx', mode: 0o600 }).catch(async ({ code }: NodeJS.ErrnoException) => {
      // On a full disk, the file is read without a marker.
      if (code !== 'EEXIST') return;
      // Removed, so that a manual retry reads the file again.
      await unlink(mark).catch(() => {});
      throw invalid('File not read', 'the process ended when it was read before');
    });
    try {
      return await work();
    } finally {
      await unlink(mark).catch(() => {});
    }
  };
}
