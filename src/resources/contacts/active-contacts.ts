import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { sql } from 'kysely';
import { columns } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import { type ContactPage, pageOfRows } from './queries.ts';
import type { Sort } from './schema.ts';

/** A page of the account's online contacts; contacts without the sort key come last. */
export async function listOnline(tx: Tx, accountId: number, sort: Sort, page: Rows, now: Date): Promise<ContactPage> {
  const count = await countOnline(tx, accountId, now);
  const direction = sort.descending ? 'desc' : 'asc';
  const key = sql.ref(sort.column === 'online_until' ? 'r.online_until' : `c.${sort.column}`);
  const query = online(tx, accountId, now)
    .select(columns('c', CONTACT))
    .orderBy(sql`${key} is null`)
    .orderBy(key, direction)
    .orderBy('c.id', direction);
  return pageOfRows(await paged(query, page).execute(), count);
}

async function countOnline(tx: Tx, accountId: number, now: Date): Promise<number> {
  const row = await online(tx, accountId, now)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function online(tx: Tx, accountId: number, now: Date) {
  return tx.db
    .selectFrom('contacts as c')
    .innerJoin('presences as r', 'r.contact_id', 'c.id')
    .where('c.account_id', '=', accountId)
    .where('r.account_id', '=', accountId)
    .where('r.online_until', '>=', now);
}
