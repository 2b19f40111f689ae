import type { Tx } from '../../../db/tx.ts';
import type { StoredFile } from '../../../storage/stored-file.ts';
import { enqueue } from '../../../queue.ts';

/** Queues the import of a stored CSV file; `userId` is the user who gets a mail with the result. */
export async function requestImport(
  tx: Tx,
  accountId: number,
  input: { file: StoredFile; userId: number },
  now: Date,
): Promise<void> {
  const { key, filename, fileSize } = input.file;
  const payload = { key, filename, file_size: fileSize, user_id: input.userId };
  await tx.audit({ accountId, type: 'Contact', id: null, action: 'import', changes: {} });
  // The file's key is the job's subject, so the sweep of unused files keeps the file.
  await enqueue(tx, { kind: 'import_contacts', accountId, payload, subject: key }, now);
}
