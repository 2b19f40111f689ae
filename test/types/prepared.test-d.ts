// What the compiler must refuse of placeholders. `npm run typecheck` reads this file, and nothing runs it: an error that
// is expected and does not come is an error.

import type { Tx } from '../../src/db/tx.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../src/db/prepared.ts';

type Values = { id: number; accountId: number; name: string; now: Date; limit: number };

// What is right is taken: without this, all that follows might be refused for another reason.
const list = prepared((db, values: Placeholders<Values>) =>
  db
    .selectFrom('labels')
    .select(['id', sql<string>`${values.name} || title`.as('title')])
    .where('account_id', '=', values.accountId)
    .where((eb) => eb.or([eb('id', '=', values.id), eb('title', '=', values.name)]))
    .where('created_at', '<', values.now)
    .limit(values.limit)
    .offset(values.limit),
);
prepared((db, values: Placeholders<Values>) =>
  db.updateTable('labels').set({ title: values.name, updated_at: values.now }).where('id', '=', values.id),
);
export async function idOf(tx: Tx, values: Values): Promise<number | undefined> {
  const rows = await list(tx, values);
  return rows[0]?.id;
}

prepared((db, values: Placeholders<Values>) => {
  const counts = [
    // @ts-expect-error: no sum
    values.id + 1,
    // @ts-expect-error: of two of them neither
    values.id + values.accountId,
    // @ts-expect-error: no difference
    values.limit - 1,
    // @ts-expect-error: no product
    values.limit * 2,
    // @ts-expect-error: no sign
    -values.id,
  ];
  const texts = [
    // @ts-expect-error: no text in a template
    `%${values.name}%`,
    // @ts-expect-error: no text put together
    '%' + values.name,
    // @ts-expect-error: no method of the value
    values.name.toLowerCase(),
    // @ts-expect-error: nor of a date
    values.now.getTime(),
  ];
  const comparisons = [
    // @ts-expect-error: no order
    values.id > 1,
    // @ts-expect-error: of two of them neither
    values.id < values.accountId,
    // @ts-expect-error: no equality with a value
    values.name === 'open',
    // @ts-expect-error: nor with another placeholder
    values.id === values.accountId,
  ];
  return db.selectFrom('labels').select(sql.lit(counts.length + texts.length + comparisons.length).as('count'));
});

prepared((db, values: Placeholders<Values>) =>
  db
    .selectFrom('labels')
    .selectAll()
    // @ts-expect-error: a placeholder of another type than the column
    .where('title', '=', values.id),
);

prepared((db, values: Placeholders<Values>) =>
  // @ts-expect-error: a placeholder of another type than the column
  db.updateTable('labels').set({ title: values.now }),
);

// @ts-expect-error: a value is missing
export const unnamed = (tx: Tx) => list(tx, { id: 1, accountId: 1, now: new Date(), limit: 1 });
