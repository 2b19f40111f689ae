import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import { dropFiles } from '../../../storage/drop-files.ts';
import type { Counts } from './erasures.ts';
import { names, soughtOf } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type ReceivedRow = { id: number; inboxId: number; key: string; lane: string; body: string; error: string | null };

/** Removes what providers have told of the contact, whether it waits, was handled, or failed. */
export function receivedAbout(subject: Subject): Sweep<ReceivedRow> {
  const sought = soughtOf(subject);
  const { contactInboxes } = subject;
  const inboxIds = JSON.stringify([...new Set(contactInboxes.map(({ inboxId }) => inboxId))]);
  return {
    read: (tx, after) =>
      tx.db
        .selectFrom('received_events')
        .select(['id', 'inbox_id as inboxId', 'key', 'lane', 'body', 'error'])
        .where(inList(tx, 'inbox_id', inboxIds))
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout: ({ inboxId, key, lane, body, error }) =>
      contactInboxes.some((of) => of.inboxId === inboxId && of.sourceId === lane) ||
      names(`${key} ${lane} ${body} ${error ?? ''}`, sought),
    async remove(tx, ids) {
      const removed = await tx.db
        .deleteFrom('received_events')
        .where(inList(tx, 'id', JSON.stringify(ids)))
        .returning('id')
        .execute();
      return { received_events: removed.length };
    },
  };
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
