import { open } from 'node:fs/promises';

/** Syncs the file or folder at `path` to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
