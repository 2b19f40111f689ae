import { open, unlink } from 'node:fs/promises';
import { newSpoolPath } from './files.ts';

/** The pieces of a file. */
type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Writes each content to a temporary file, synced to disk, and gives `use` their paths in the same order. The files are removed
 * afterwards.
 * @throws Error when the disk refuses, and what reading the contents and `use` throw
 */
export async function withSpooled<Result>(
  dataDir: string,
  contents: readonly Pieces[],
  use: (paths: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = [];
  try {
    for (const content of contents) {
      const path = await newSpoolPath(dataDir);
      paths.push(path);
      await write(path, content);
    }
    return await use(paths);
  } finally {
    await Promise.all(paths.map((path) => unlink(path).catch(() => {})));
  }
}

async function write(path: string, content: Pieces): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
