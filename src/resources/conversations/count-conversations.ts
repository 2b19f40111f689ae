import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { type Placeholders, prepared, remembered } from '../../db/prepared.ts';
import { type Bound, bound, type ListFilter, listConditions, type Part, partsOf } from './list-conditions.ts';

/** The number of matching conversations, in total and by assignment. */
export type Counts = { all: number; mine: number; unassigned: number };

/** Parts of a filter for which the stored counts can be used. */
const COUNTED: Part[] = ['status', 'inbox', 'inboxes'];
/** Whether the stored counts tell how many conversations meet these parts of a filter. */
export const isCounted = (parts: Part[]) => parts.every((part) => COUNTED.includes(part));

/** The counts of all conversations that match. */
export function countConversations(tx: Tx, filter: ListFilter): Promise<Counts> {
  return countMatching(tx, bound(tx, filter), partsOf(filter));
}

/** Uses the stored counts where the filter allows it, and counts the rows otherwise. */
export async function countMatching(tx: Tx, values: Bound, parts: Part[]): Promise<Counts> {
  const variant = parts.join(' ');
  return countsIn(await (isCounted(parts) ? sumCounts(tx, values, variant) : countRows(tx.aside, values, variant)));
}

/** The counts in the only row of a statement that sums them; a sum of nothing is null, which means 0. */
export function countsIn([row]: { [Name in keyof Counts]: number | null }[]): Counts {
  return { all: Number(row?.all ?? 0), mine: Number(row?.mine ?? 0), unassigned: Number(row?.unassigned ?? 0) };
}

const sumCounts = remembered((db, values: Placeholders<Bound>, variant: string, tx) => {
  const parts = variant.split(' ') as Part[];
  return db
    .selectFrom('conversation_counts as n')
    .select([
      sql<number>`sum(n.count)`.as('all'),
      sql<number>`sum(case when n.assignee_id = ${values.userId} then n.count else 0 end)`.as('mine'),
      sql<number>`sum(case when n.assignee_id = 0 then n.count else 0 end)`.as('unassigned'),
    ])
    .where('n.account_id', '=', values.accountId)
    .$if(parts.includes('status'), (query) => query.where('n.status', '=', values.status))
    .$if(parts.includes('inbox'), (query) => query.where('n.inbox_id', '=', values.inboxId))
    .$if(parts.includes('inboxes'), (query) => query.where(inList(tx, 'n.inbox_id', values.inboxIds)));
});

const countRows = prepared((db, values: Placeholders<Bound>, variant: string, tx) =>
  db
    .selectFrom('conversations as c')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`sum(case when c.assignee_id = ${values.userId} then 1 else 0 end)`.as('mine'),
      sql<number>`sum(case when c.assignee_id is null then 1 else 0 end)`.as('unassigned'),
    ])
    .where((eb) => eb.and(listConditions(tx, values, variant.split(' ') as Part[]))),
);
