import type { Tx } from '../../db/tx.ts';
import { type Expression, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';

/** An account (null = the installation) with due jobs of this kind. */
export type WaitingAccount = { account: number | null; kind: string };

/** Accounts per statement, which takes about a millisecond. */
const PAGE = 200;

/**
 * The accounts with jobs of these kinds that are due at `now`, once for each of the kinds. The time does not depend on
 * how many jobs each has; requests are served in between.
 */
export async function waitingAccounts(tx: Tx, kinds: readonly string[], now: Date): Promise<WaitingAccount[]> {
  const waiting: WaitingAccount[] = [];
  if (!(await isDue(tx, kinds, now))) return waiting;

  for (const kind of kinds) {
    if (!(await isDue(tx, [kind], now))) continue;
    if (await isDue(tx, [kind], now, null)) waiting.push({ account: null, kind });
    let after: number | undefined = 0;
    while (after !== undefined) {
      const page: Found[] = await nextAccounts(tx, { kind, after, now });
      for (const found of page) if (found.isDue) waiting.push({ account: found.accountId, kind });
      after = page.length === PAGE ? page.at(-1)?.accountId : undefined;
      if (after !== undefined) await setImmediate();
    }
  }
  return waiting;
}

/** Whether any job of the kinds is due; with `account` null, only jobs of the installation count. */
async function isDue(tx: Tx, kinds: readonly string[], now: Date, account?: null): Promise<boolean> {
  const whose = account === null ? 'installation' : 'anyone';
  return (await dueJob(tx, { now }, `${whose} ${kinds.join(' ')}`)).length > 0;
}

const dueJob = prepared((db, values: Placeholders<{ now: Date }>, variant: string) => {
  const [whose, ...kinds] = variant.split(' ');
  return dueJobs(db, kinds, values.now)
    .$if(whose === 'installation', (query) => query.where('account_id', 'is', null))
    .limit(sql.lit(1));
});

/** The ids of the jobs of these kinds that are due at `now`, as a query. */
export function dueJobs(db: Db, kinds: readonly string[], now: Expression<Date>) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'pending')
    .where('kind', 'in', kinds)
    .where('due_at', '<=', now);
}

type Found = { accountId: number; isDue: boolean | number };

/**
 * The next accounts after account `after`. Each is found by one step in the index, which skips all jobs of the one
 * before.
 */
const nextAccounts = prepared<{ kind: string; after: number; now: Date }, void, Found>((db, { kind, after, now }) => {
  const page = sql<Found>`
    with recursive found (account_id, step) as (
      select cast(${after} as int), 0
      union all
      select (
        select min(j.account_id) from jobs j
        where j.status = 'pending' and j.kind = ${kind} and j.account_id > found.account_id
      ), step + 1
      from found where account_id is not null and step < ${sql.lit(PAGE)}
    )
    select account_id as ${sql.ref('accountId')}, (
      select min(j.due_at) from jobs j
      where j.status = 'pending' and j.kind = ${kind} and j.account_id = found.account_id
    ) <= ${now} as ${sql.ref('isDue')}
    from found where step > 0 and account_id is not null`;
  return { compile: () => page.compile(db) };
});
