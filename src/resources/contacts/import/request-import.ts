import type { StoredFile } from '../../../storage/stored-file.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { enqueue } from '../../../queue.ts';

/** Has the contacts in a stored CSV file imported after the commit; `userId` is who asked. */
export async function requestImport(
  em: EntityManager,
  accountId: number,
  input: { file: StoredFile; userId: number },
  now: Date,
): Promise<void> {
  const { key, filename, fileSize } = input.file;
  const payload = { key, filename, file_size: fileSize, user_id: input.userId };
  // Named for its file, so that whoever looks for files that nobody names finds that this one is.
  await enqueue(em, { kind: 'import_contacts', accountId, payload, subject: key }, now);
}
