import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';

/** Members and contacts of an account, by row key. */
export type People = { accountId: number; userIds: readonly number[]; contactIds: readonly number[] };

/**
 * Stores that these people are online until `until`: at least, or with `isEnd` exactly. Ids outside the account are ignored.
 */
export async function notePresence(tx: Tx, people: People, until: Date, isEnd = false): Promise<void> {
  const { accountId, userIds, contactIds } = people;
  const variant = isEnd ? 'end' : 'extend';
  // Sorted, so that concurrent processes do not deadlock.
  const listOf = (ids: readonly number[]) => JSON.stringify([...new Set(ids)].toSorted((a, b) => a - b));
  if (userIds.length > 0) await noteUsers(tx, { accountId, ids: listOf(userIds), until }, variant);
  if (contactIds.length > 0) await noteContacts(tx, { accountId, ids: listOf(contactIds), until }, variant);
}

type Noted = { accountId: number; ids: string; until: Date };
type Variant = 'extend' | 'end';

const noteUsers = prepared((db, values: Placeholders<Noted>, variant: Variant, tx) =>
  db
    .insertInto('presences')
    .columns(['account_id', 'user_id', 'online_until'])
    .expression((eb) =>
      eb
        .selectFrom('account_users')
        .select(['account_id', 'user_id', timeOf(tx, values.until).as('online_until')])
        .where('account_id', '=', values.accountId)
        .where(inList(tx, 'user_id', values.ids))
        .orderBy('user_id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({ online_until: later(tx, variant) }),
    ),
);

const noteContacts = prepared((db, values: Placeholders<Noted>, variant: Variant, tx) =>
  db
    .insertInto('presences')
    .columns(['account_id', 'contact_id', 'online_until'])
    .expression((eb) =>
      eb
        .selectFrom('contacts')
        .select(['account_id', 'id', timeOf(tx, values.until).as('online_until')])
        .where('account_id', '=', values.accountId)
        .where(inList(tx, 'id', values.ids))
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.column('contact_id').doUpdateSet({ online_until: later(tx, variant) })),
);

function timeOf(tx: Tx, time: Placeholders<Noted>['until']) {
  return tx.isPostgres ? sql<Date>`${time}::timestamptz` : sql<Date>`${time}`;
}

/** The later of the new and the stored time. */
function later(tx: Tx, variant: Variant) {
  if (variant === 'end') return sql<Date>`excluded.online_until`;
  return sql<Date>`${sql.raw(tx.isPostgres ? 'greatest' : 'max')}(presences.online_until, excluded.online_until)`;
}
