import type { Tx } from '../db/tx.ts';
import { removeFile } from './files.ts';
import { unnamedKeys } from './named-keys.ts';

/** Removes the files with these keys that no row names. @throws Error when the disk refuses */
export async function removeUnnamed(tx: Tx, dataDir: string, keys: string[]): Promise<void> {
  const unnamed = await unnamedKeys(tx, keys);
  await Promise.all(unnamed.map((key) => removeFile(dataDir, key)));
}
