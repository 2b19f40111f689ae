import { hot } from '../../db/hot.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { StoredFile } from '../../events/facts.ts';

/** The file with this key; null when there is none. */
export async function findFile(em: EntityManager, key: string): Promise<StoredFile | null> {
  const [file] = await byKey(em, { key });
  return file ?? null;
}

const byKey = hot((db, values: { key: string }) =>
  db
    .selectFrom('attachments')
    .where('key', '=', values.key)
    .select(['key', 'filename', 'content_type as contentType', 'file_size as fileSize']),
);
