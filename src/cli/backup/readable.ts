import { BackupError } from '../../backup/format.ts';
import { Failure } from '../failure.ts';

/** What `work` gives. @throws Failure when the backup `file` is of no use, or cannot be read; what `work` throws otherwise */
export async function readable<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw new Failure(error.message, { cause: error });
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== file || code === undefined) throw error;
    const why = code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new Failure(`${file} cannot be read (${why})`, { cause: error });
  }
}
