import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';

/** Up to which number the account's events have been deleted (0 = none have), and its oldest event after it. */
export async function findKept(tx: Tx, accountId: number): Promise<{ forgottenUpTo: number; firstId: number }> {
  const { upTo, firstId } = onlyRow(await kept(tx, { accountId }));
  const forgottenUpTo = upTo ?? 0;
  return { forgottenUpTo, firstId: firstId ?? forgottenUpTo + 1 };
}

const kept = prepared((db, { accountId }: Placeholders<{ accountId: number }>) =>
  db.selectNoFrom((eb) => {
    const upTo = eb.selectFrom('forgotten_events').where('account_id', '=', accountId).select('up_to');
    return [
      upTo.as('upTo'),
      eb
        .selectFrom('events')
        .where('account_id', '=', accountId)
        .where('id', '>', eb.fn.coalesce(upTo, sql.lit(0)))
        .orderBy('id')
        .limit(sql.lit(1))
        .select('id')
        .as('firstId'),
    ];
  }),
);

/** The number of the account's event that follows `after` as the `limit`th; null = fewer follow. */
export async function nthEventAfter(
  tx: Tx,
  values: { accountId: number; after: number; upTo: number; offset: number },
): Promise<number | null> {
  const [row] = await nth(tx, values);
  return row?.id ?? null;
}

const nth = prepared((db, values: Placeholders<{ accountId: number; after: number; upTo: number; offset: number }>) =>
  db
    .selectFrom('events')
    .where('account_id', '=', values.accountId)
    .where('id', '>', values.after)
    .where('id', '<=', values.upTo)
    .orderBy('id')
    .offset(values.offset)
    .limit(sql.lit(1))
    .select('id'),
);
