import { setImmediate } from 'node:timers/promises';
import { sql, type SqlBool } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { addCounts } from './erasures.ts';
import { isJsonAbout, names, soughtOf } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT } from './sweep.ts';

type Place = { credential: string; key: string };

/**
 * Empties the account's answers that are kept for `Idempotency-Key` and show the contact. The requests stay: repeated, they are still
 * not done again, and are answered without a body.
 */
export async function emptyAnswers(
  tx: Tx,
  erasureId: number,
  subject: Subject,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sought = soughtOf(subject);
  const { vault } = tx.installation;
  let after: Place = { credential: '', key: '' };
  for (;;) {
    signal?.throwIfAborted();
    const rows = await nextAnswers(tx, subject, after);
    const about = rows.filter(({ answer, account_id: accountId }) => {
      const text = opened(vault.open, answer);
      // Ids in an answer without a known account may belong to another account.
      return names(text, sought) || (accountId !== null && isJsonAbout(text, sought));
    });
    if (about.length > 0) await inTransaction(tx, (tx) => emptyAll(tx, erasureId, about));
    const last = rows.at(-1);
    if (!last || rows.length < LOOKED_AT) return;
    after = last;
    await setImmediate();
  }
}

/** Includes answers without an account, which are older than that column and expire within days. */
function nextAnswers(tx: Tx, { accountId }: Subject, { credential, key }: Place) {
  return tx.db
    .selectFrom('idempotent_requests')
    .select(['credential', 'key', 'answer', 'account_id'])
    .where('answer', 'is not', null)
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('account_id', 'is', null)]))
    .where(sql<SqlBool>`(credential, key) > (${credential}, ${key})`)
    .orderBy('credential')
    .orderBy('key')
    .limit(LOOKED_AT)
    .execute();
}

async function emptyAll(tx: Tx, erasureId: number, places: Place[]): Promise<void> {
  for (const { credential, key } of places) {
    await tx.db
      .updateTable('idempotent_requests')
      .set({ answer: null })
      .where('credential', '=', credential)
      .where('key', '=', key)
      .execute();
  }
  await addCounts(tx, erasureId, { idempotent_requests: places.length });
}

/** Text sealed with a former key is unreadable for anybody, and counts as empty. */
function opened(open: (sealed: string) => string, sealed: string | null): string {
  try {
    return sealed === null ? '' : open(sealed);
  } catch {
    return '';
  }
}
