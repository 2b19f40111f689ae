import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import { dropFiles } from '../../../storage/drop-files.ts';
import type { Counts } from './erasures.ts';
import { names } from './is-about.ts';
import { lowered, type Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type ReceivedRow = { id: number; isAbout: boolean };
type Told = { id: number; inboxId: number; key: string; lane: string; status: string; error: string | null };

/** Removes what providers have told of the contact, whether it waits, was handled, or failed. */
export function receivedAbout(subject: Subject, now: Date): Sweep<ReceivedRow> {
  const { contactInboxes } = subject;
  const inboxIds = new Set(contactInboxes.map(({ inboxId }) => inboxId));

  async function isTold(tx: Tx, { id, inboxId, key, lane, status, error }: Told): Promise<boolean> {
    if (!inboxIds.has(inboxId)) return false;
    const isTheirs = contactInboxes.some((of) => of.inboxId === inboxId && of.sourceId === lane);
    const sought = soughtIn(subject, inboxId);
    if (isTheirs || names(`${key} ${lane} ${error ?? ''}`, sought)) return true;
    // An event from another contact who only mentions the person, and still waits.
    if (status === 'waiting') return false;
    // Read singly, because a body may be a mail of many megabytes.
    const row = await tx.db.selectFrom('received_events').select('body').where('id', '=', id).executeTakeFirst();
    return row !== undefined && names(row.body, sought);
  }

  return {
    // Reads all inboxes: for the account's alone, SQLite would sort all their rows for each page.
    async read(tx, after) {
      const rows = await tx.db
        .selectFrom('received_events')
        .select(['id', 'inbox_id as inboxId', 'key', 'lane', 'status', 'error'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute();
      const read: ReceivedRow[] = [];
      for (const row of rows) read.push({ id: row.id, isAbout: await isTold(tx, row) });
      return read;
    },
    isAbout: ({ isAbout }) => isAbout,
    async remove(tx, ids) {
      const removed = await tx.db
        .deleteFrom('received_events')
        .where(inList(tx, 'id', JSON.stringify(ids)))
        .returning('file_key as key')
        .execute();
      await dropFiles(
        tx,
        removed.flatMap(({ key }) => key ?? []),
        now,
      );
      return { received_events: removed.length };
    },
  };
}

/** Also searches the inbox's source ids of the contact, which are never ordinary words there. */
function soughtIn({ texts, contactInboxes }: Subject, inboxId: number): { texts: string[] } {
  const own = contactInboxes.filter((of) => of.inboxId === inboxId);
  return { texts: [...texts, ...lowered(own.map(({ sourceId }) => sourceId))] };
}

/** Removes the account's downloads: exports of contacts, and rows that an import refused, which are kept for some days. */
export async function removeDownloads(tx: Tx, { accountId }: Subject, now: Date): Promise<Counts> {
  const removed = await tx.db.deleteFrom('downloads').where('account_id', '=', accountId).returning('key').execute();
  await dropFiles(
    tx,
    removed.map(({ key }) => key),
    now,
  );
  return { downloads: removed.length };
}
