import type { StoredFile } from '../../../storage/stored-file.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { enqueue } from '../../../queue.ts';

/** Requests the import of a stored CSV file after the commit; `userId` is the user who gets the result. */
export async function requestImport(
  em: EntityManager,
  accountId: number,
  input: { file: StoredFile; userId: number },
  now: Date,
): Promise<void> {
  const { key, filename, fileSize } = input.file;
  const payload = { key, filename, file_size: fileSize, user_id: input.userId };
  // The file's key is the job's subject, so the sweep of unused files keeps the file.
  await enqueue(em, { kind: 'import_contacts', accountId, payload, subject: key }, now);
}
