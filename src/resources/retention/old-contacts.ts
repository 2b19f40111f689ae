import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { RetentionRule } from './rules.ts';

/** Contacts that are looked at in one statement. */
const LOOKED_AT = 200;

/** A contact that is older than its account keeps contacts; `bytes` of the picture. */
export type OldContact = { id: number; bytes: number };

/** Contacts that were made at this time come after it by their row keys. */
type Place = { createdAt: Date; id: number };

/**
 * Goes through the account's contacts from the oldest on, and gives, some at a time, those that were neither changed nor
 * active since the rule's time, have no conversation but such as the same rule removes, and are not online.
 */
export async function* oldContacts(tx: Tx, rule: RetentionRule, now: Date): AsyncGenerator<OldContact[]> {
  const since = rule.keptSince.contacts;
  let after: Place = { createdAt: new Date(0), id: 0 };
  if (since === null) return;
  for (;;) {
    const rows = await nextContacts(tx, rule, since, after, now);
    const last = rows.at(-1);
    if (!last) return;
    after = last;
    yield rows.filter(({ isOld }) => isOld).map(({ id, bytes }) => ({ id, bytes }));
  }
}

async function nextContacts(tx: Tx, { accountId, keptSince }: RetentionRule, since: Date, after: Place, now: Date) {
  const rows = await tx.db
    .selectFrom('contacts as c')
    .leftJoin('avatars as a', (join) => join.onRef('a.owner_id', '=', 'c.id').on('a.owner_type', '=', 'Contact'))
    .select((eb) => [
      'c.id',
      'c.created_at as createdAt',
      'a.file_size as bytes',
      eb
        .and([
          isUntouched(since, now),
          eb.not(
            eb.exists(
              eb
                .selectFrom('conversations as v')
                .select('v.id')
                .whereRef('v.contact_id', '=', 'c.id')
                .$if(keptSince.conversations !== null, (query) =>
                  query.where((of) =>
                    of.or([
                      of('v.status', '!=', 'resolved'),
                      of('v.last_activity_at', '>=', keptSince.conversations ?? now),
                    ]),
                  ),
                ),
            ),
          ),
        ])
        .as('isOld'),
    ])
    .where('c.account_id', '=', accountId)
    .where('c.created_at', '<', since)
    .where(sql<SqlBool>`(c.created_at, c.id) > (${after.createdAt}, ${after.id})`)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(LOOKED_AT)
    .execute();
  return rows.map(({ isOld, bytes, ...place }) => ({ ...place, bytes: bytes ?? 0, isOld: Boolean(isOld) }));
}

/** Whether contact `c` is offline and without any change since `since`. */
export function isUntouched(since: Date, now: Date) {
  return sql<boolean>`(c.updated_at < ${since} and (c.last_activity_at is null or c.last_activity_at < ${since})
    and not exists (select 1 from presences p where p.contact_id = c.id and p.online_until >= ${now}))`;
}
