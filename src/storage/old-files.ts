import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The names of the files in the folder that were last written more than `age` milliseconds before `now`; none when it
 * does not exist. Folders in it are left out.
 */
export async function* oldFiles(folder: string, age: number, now: Date): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) {
    // A file that is gone has been stored meanwhile, or another process has removed it.
    const file = await stat(join(folder, name)).catch(() => null);
    if (file?.isFile() && now.getTime() - file.mtimeMs > age) yield name;
  }
}

/** The names in the folder; none when it is no folder or does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
