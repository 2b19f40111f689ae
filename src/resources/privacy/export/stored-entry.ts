import { open } from 'node:fs/promises';
import { pathOf } from '../../../storage/files.ts';
import type { Entry } from './zip-of.ts';

/** A stored file as an entry with this name; null = it does not exist, and is added to `missing`. */
export async function storedEntry(
  { dataDir, missing }: { dataDir: string; missing: string[] },
  key: string,
  entry: Omit<Entry, 'content'>,
): Promise<Entry | null> {
  try {
    const file = await open(pathOf(dataDir, key));
    return { ...entry, content: file.createReadStream() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    missing.push(entry.name);
    return null;
  }
}
