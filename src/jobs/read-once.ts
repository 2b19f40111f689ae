import { mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid } from '../errors.ts';

/** Does the work that it is given. */
export type Once = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets the job read a file of unknown origin, unless the process ended while an earlier attempt read it: what has ended
 * one process would end the next. A mark in DATA_DIR/uploads says that an attempt is reading; one that is left there is
 * swept away after an hour.
 * @throws AppError `invalid` when there is a mark
 */
export function readOnce(dataDir: string, jobId: number): Once {
  const folder = join(dataDir, 'uploads');
  const mark = join(folder, `read-by-job-${jobId}`);

  return async (work) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(mark, '', { flag: 'wx', mode: 0o600 }).catch(async ({ code }: NodeJS.ErrnoException) => {
      // On a full disk, it is read without a mark.
      if (code !== 'EEXIST') return;
      // A retry by hand reads it all the same.
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
