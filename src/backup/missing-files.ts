import { readBackup } from './read-backup.ts';

/**
 * How many files the backup at `path` says it misses; null = it is damaged, or without files on purpose. It is read to its end:
 * this is for installations that miss files.
 */
export async function missingIn(path: string): Promise<number | null> {
  try {
    const { missing, without_files: isWithout } = await readBackup(path, {
      header() {},
      key() {},
      rows: (_table, rows) => (JSON.parse(rows) as unknown[]).length,
      sequences() {},
      async file(_key, content) {
        for await (const _ of content);
      },
    });
    return isWithout ? null : missing.count;
  } catch {
    return null;
  }
}
