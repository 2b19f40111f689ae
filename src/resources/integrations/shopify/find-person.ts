import type { Tx } from '../../../db/tx.ts';
import type { Person } from './orders.ts';

/** By what a contact of the account is known at a shop; undefined = the account has no such contact. */
export function findPerson(tx: Tx, accountId: number, id: number): Promise<Person | undefined> {
  return tx.db
    .selectFrom('contacts')
    .select(['email', 'phone_number as phoneNumber'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}
