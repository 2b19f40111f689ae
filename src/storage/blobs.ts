import type { Tx } from '../db/tx.ts';
import type { StoredFile } from './stored-file.ts';
import type { Insertable } from 'kysely';
import type { Tables } from '../db/database.ts';
import { json } from '../db/dialect.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attributes } from '../entities/columns.ts';
import { DAY } from '../time.ts';
import { blobToken } from './blob-tokens.ts';
import { dropFiles } from './drop-files.ts';

/** How long a blob that was announced can be named. */
const KEPT_MS = DAY;
/** Blobs that are deleted in one transaction. */
const BATCH = 500;

export type BlobRow = StoredFile & {
  id: number;
  accountId: number;
  checksum: string | null;
  metadata: Attributes;
  storedAt: Date | null;
  createdAt: Date;
};

/** A blob whose content comes later: what the client says about it, and the key that its file will have. */
export type AnnouncedBlob = Omit<StoredFile, 'width' | 'height'> & { checksum: string; metadata: Attributes };

/** Announces a file with this description; the announcement expires after a day. */
export function announceBlob(tx: Tx, accountId: number, blob: AnnouncedBlob, now: Date): Promise<BlobRow> {
  const { checksum, metadata, ...file } = blob;
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const row = { ...columnsOf({ ...file, width: null, height: null }), checksum, metadata: json(metadata) };
  return insertBlob(tx, { ...row, account_id: accountId, stored_at: null, expires_at: expiresAt, created_at: now });
}

/** Writes the row of a stored file that stays, because its address may have been copied into texts. */
export function keepBlob(tx: Tx, accountId: number, file: StoredFile, now: Date): Promise<BlobRow> {
  const row = { ...columnsOf(file), checksum: null, metadata: json({}) };
  return insertBlob(tx, { ...row, account_id: accountId, stored_at: now, expires_at: null, created_at: now });
}

/** Notes that the blob's content has been stored, and what it is. False when the blob has been deleted, or stored, meanwhile. */
export async function noteStored(tx: Tx, id: number, file: StoredFile, now: Date): Promise<boolean> {
  const { content_type, width, height } = columnsOf(file);
  const { numUpdatedRows } = await tx.db
    .updateTable('blobs')
    .set({ content_type, width, height, stored_at: now })
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** The account's blob with this row key, unless it has expired by `now`. */
export function findBlob(tx: Tx, accountId: number, id: number, now: Date): Promise<BlobRow | undefined> {
  return tx.db
    .selectFrom('blobs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}

/** The blobs that macros with these row keys send, in their order. */
export function findBlobsOfMacros(tx: Tx, macroIds: number[]): Promise<(BlobRow & { macroId: number | null })[]> {
  return tx.db
    .selectFrom('blobs')
    .select([...COLUMNS, 'macro_id as macroId'])
    .where('macro_id', 'in', macroIds)
    .orderBy('id')
    .execute();
}

/** The blobs that automation rules with these row keys send, in their order. */
export function findBlobsOfRules(tx: Tx, ruleIds: number[]): Promise<(BlobRow & { ruleId: number | null })[]> {
  return tx.db
    .selectFrom('blobs')
    .select([...COLUMNS, 'rule_id as ruleId'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('id')
    .execute();
}

/** The id by which later requests of the account name the blob. */
export function signedIdOf(tx: Tx, { id: blobId, accountId }: Pick<BlobRow, 'id' | 'accountId'>): string {
  return blobToken(tx.installation.vault, 'read', { blobId, accountId, until: null });
}

/** Deletes blobs that have expired by `now`, and queues the removal of their files. Returns whether there may be more. */
export function deleteExpiredBlobs(tx: Tx, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const expired = tx.db.selectFrom('blobs').select('id').where('expires_at', '<=', now).limit(BATCH);
    const deleted = await tx.db.deleteFrom('blobs').where('id', 'in', expired).returning('key').execute();
    const keys = deleted.map(({ key }) => key);
    await dropFiles(tx, keys, now);
    return deleted.length === BATCH;
  });
}

function insertBlob(tx: Tx, row: Insertable<Tables['blobs']>): Promise<BlobRow> {
  return tx.db.insertInto('blobs').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

const COLUMNS = [
  'id',
  'account_id as accountId',
  'key',
  'filename',
  'content_type as contentType',
  'file_size as fileSize',
  'width',
  'height',
  'checksum',
  'metadata',
  'stored_at as storedAt',
  'created_at as createdAt',
] as const;

function columnsOf({ key, filename, contentType, fileSize, width, height }: StoredFile) {
  return { key, filename, content_type: contentType, file_size: fileSize, width, height };
}
