import type { ReceivedFile } from '../../channels/receiving/receiver.ts';
import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { storable } from '../../fields/storable.ts';
import { enqueue } from '../../queue.ts';

/** The kind of the jobs that fetch the files of a received message. */
const FETCHING = 'fetch_files';
const NAME_LENGTH = 255;

/** A file that cannot be had. */
type FailedFile = { name: string | null; error: string };

/** Says in a message how many of its files are still to come, and which cannot be had; null = it has all. */
export function lackingFiles(waiting: number, failed: FailedFile[] = []): { external_files: Attributes | null } {
  return { external_files: waiting === 0 && failed.length === 0 ? null : { waiting, failed } };
}

/** Stores which files a message lacks, and queues the job that fetches them. */
export async function writeReceivedFiles(
  tx: Tx,
  message: { id: number; accountId: number },
  files: readonly ReceivedFile[],
  now: Date,
): Promise<void> {
  if (files.length === 0) return;
  await tx.db
    .insertInto('received_files')
    .values(
      files.map(({ source, name, contentType }) => ({
        message_id: message.id,
        source: json(source),
        name: shortened(name),
        content_type: shortened(contentType),
        created_at: now,
      })),
    )
    .execute();
  const payload = { message_id: message.id };
  await enqueue(tx, { kind: FETCHING, accountId: message.accountId, payload, subject: `message ${message.id}` }, now);
}

const shortened = (text: string | null) => (text === null ? null : storable(text, NAME_LENGTH));

/** A file that a message lacks; `error` null = it can still be fetched. */
export type LackingFile = {
  id: number;
  source: Attributes;
  name: string | null;
  contentType: string | null;
  error: string | null;
};

/** The files that the message lacks, in their order. */
export function readReceivedFiles(tx: Tx, messageId: number): Promise<LackingFile[]> {
  return tx.db
    .selectFrom('received_files')
    .select(['id', 'source', 'name', 'content_type as contentType', 'error'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute();
}

/** `lackingFiles` of this message, read anew. */
export async function readLacking(tx: Tx, messageId: number): Promise<{ external_files: Attributes | null }> {
  const files = await readReceivedFiles(tx, messageId);
  const failed = files.flatMap(({ name, error }) => (error === null ? [] : [{ name, error }]));
  return lackingFiles(files.length - failed.length, failed);
}
