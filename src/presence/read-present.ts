import { isOfMember } from './of-member.ts';
import type { Tx } from '../db/tx.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { Availability } from '../entities/account-user.ts';

/** The availability of the account's members who are present; who does not go offline while away always is. */
export async function readPresentUsers(tx: Tx, accountId: number, now: Date): Promise<Map<number, Availability>> {
  const rows = await presentUsers(tx, { accountId, now });
  return new Map(rows.map(({ id, availability }) => [id, availability]));
}

const presentUsers = prepared((db, values: Placeholders<{ accountId: number; now: Date }>) =>
  db
    .selectFrom('account_users as m')
    .leftJoin('presences as r', (join) => join.on(isOfMember('m')))
    .where('m.account_id', '=', values.accountId)
    .where((eb) => eb.or([eb.not('m.auto_offline'), eb('r.online_until', '>=', values.now)]))
    .orderBy('m.user_id')
    .select(['m.user_id as id', 'm.availability']),
);

/** The ids of the account's contacts who are online. */
export async function readPresentContacts(tx: Tx, accountId: number, now: Date): Promise<number[]> {
  const rows = await presentContacts(tx, { accountId, now });
  return rows.flatMap(({ id }) => id ?? []);
}

const presentContacts = prepared((db, values: Placeholders<{ accountId: number; now: Date }>) =>
  db
    .selectFrom('presences')
    .where('account_id', '=', values.accountId)
    .where('online_until', '>=', values.now)
    .where('contact_id', 'is not', null)
    .orderBy('contact_id')
    .select('contact_id as id'),
);

/** Until when each of the contacts is online; without those who have never been. One statement. */
export async function readContactPresence(tx: Tx, contactIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await presenceOfContacts(tx, { ids: JSON.stringify(contactIds) });
  return new Map(rows.map(({ id, onlineUntil }) => [id ?? 0, onlineUntil]));
}

const presenceOfContacts = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('presences')
    .where(inList(tx, 'contact_id', values.ids))
    .select(['contact_id as id', 'online_until as onlineUntil']),
);
