import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';

/** A receiver with due lanes of one account; a bot of the installation can have lanes of several. */
export type WaitingReceiver = { accountId: number; receiverType: ReceiverType; receiverId: number };

/** Steps per statement, which takes one to three milliseconds. */
const PAGE = 400;

/**
 * The receivers with lanes due at `now`. The time does not depend on the number of their lanes, and other requests are
 * served in between.
 */
export async function waitingReceivers(tx: Tx, now: Date): Promise<WaitingReceiver[]> {
  const waiting: WaitingReceiver[] = [];
  if ((await firstDue(tx, { now })).length === 0) return waiting;

  let after: WaitingReceiver | undefined = { accountId: 0, receiverType: '' as ReceiverType, receiverId: 0 };
  while (after) {
    const page: Found[] = await nextReceivers(tx, { ...after, now });
    for (const { isDue, ...receiver } of page) if (isDue) waiting.push(receiver);
    after = page.length === PAGE ? page.at(-1) : undefined;
    if (after) await setImmediate();
  }
  return waiting;
}

const firstDue = prepared((db, { now }: Placeholders<{ now: Date }>) =>
  db.selectFrom('delivery_lanes').select('due_at').where('due_at', '<=', now).limit(sql.lit(1)),
);

type Found = WaitingReceiver & { isDue: boolean | number };

/**
 * The next receivers after one of them. Each is found by a few steps in the index, past all the lanes of the one
 * before; rows with the id 0 are steps to the next type or account. Comparing all columns at once would read all of
 * those lanes.
 */
const nextReceivers = prepared<WaitingReceiver & { now: Date }, void, Found>((db, after, _, tx) => {
  const text = sql.raw(tx.isPostgres ? 'text) collate "C"' : 'text)');
  const page = sql<Found>`
    with recursive found (account_id, receiver_type, receiver_id, step) as (
      select cast(${after.accountId} as int), cast(${after.receiverType} as ${text}, cast(${after.receiverId} as int), 0
      union all
      select
        case when ${nextReceiver} is not null or ${nextType} is not null then account_id else ${nextAccount} end,
        case when ${nextReceiver} is not null then receiver_type else coalesce(${nextType}, '') end,
        coalesce(${nextReceiver}, 0),
        step + 1
      from found where account_id is not null and step < ${sql.lit(PAGE)}
    )
    select account_id as ${sql.ref('accountId')}, receiver_type as ${sql.ref('receiverType')}, receiver_id as ${sql.ref('receiverId')},
      (select min(l.due_at) from delivery_lanes l
        where l.account_id = found.account_id and l.receiver_type = found.receiver_type and l.receiver_id = found.receiver_id
      ) <= ${after.now} as ${sql.ref('isDue')}
    from found where step > 0 and account_id is not null`;
  return { compile: () => page.compile(db) };
});

const nextReceiver = sql`(
  select min(l.receiver_id) from delivery_lanes l
  where l.account_id = found.account_id and l.receiver_type = found.receiver_type and l.receiver_id > found.receiver_id
)`;
const nextType = sql`(
  select min(l.receiver_type) from delivery_lanes l
  where l.account_id = found.account_id and l.receiver_type > found.receiver_type
)`;
const nextAccount = sql`(select min(l.account_id) from delivery_lanes l where l.account_id > found.account_id)`;
