import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { containingAscii, isLike, startingAscii } from '../../db/dialect.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type CannedResponseRow = Awaited<ReturnType<typeof readCannedResponse>>;

/** The account's canned responses by code; one page, or all with `page` null. */
export function listCannedResponses(tx: Tx, accountId: number, page: Rows | null): Promise<CannedResponseRow[]> {
  const query = selectResponses(tx).where('account_id', '=', accountId).orderBy('short_code').orderBy('id');
  return paged(query, page).execute();
}

/**
 * The account's canned responses with `search` in code or content, ignoring case: first those whose code starts with
 * it, then those whose code contains it, then the rest; one page, or all with `page` null.
 */
export function searchCannedResponses(
  tx: Tx,
  accountId: number,
  search: string,
  page: Rows | null,
): Promise<CannedResponseRow[]> {
  const begins = isLike('short_code', startingAscii(search));
  const inCode = isLike('short_code', containingAscii(search));
  const inContent = isLike('content', containingAscii(search));
  const query = selectResponses(tx)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([inCode, inContent]))
    .orderBy(sql`case when ${begins} then 0 when ${inCode} then 1 else 2 end`)
    .orderBy('short_code')
    .orderBy('id');
  return paged(query, page).execute();
}

/** The account's canned response with this id; undefined when there is none. */
export function findCannedResponse(tx: Tx, accountId: number, id: number): Promise<CannedResponseRow | undefined> {
  return selectResponses(tx).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The canned response with this id, which must exist. */
export function readCannedResponse(tx: Tx, id: number) {
  return selectResponses(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

function selectResponses(tx: Tx) {
  return tx.db
    .selectFrom('canned_responses')
    .select([
      'id',
      'account_id as accountId',
      'short_code as shortCode',
      'content',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}
