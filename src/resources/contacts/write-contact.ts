import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { invalidField } from '../../errors.ts';

const KEY_LENGTH = 255;

/** What lists sort by, copied out of the name and the additional attributes. */
export function sortKeys(contact: { name: string; additionalAttributes: Attributes }) {
  const { company_name: companyName, company, city, country } = contact.additionalAttributes;
  return {
    // Lower case can be longer than the name was.
    name_key: contact.name.toLowerCase().slice(0, KEY_LENGTH),
    company: sortKey(companyName) ?? sortKey(company),
    city: sortKey(city),
    country: sortKey(country),
  };
}

function sortKey(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, KEY_LENGTH) : null;
}

/** What only one contact of an account can have. */
const UNIQUE = ['email', 'phone_number', 'identifier'] as const;

/** The result of `write`. @throws AppError `invalid` when another contact of the account has what it writes */
export async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const taken = UNIQUE.find((column) => isUniqueViolation(error, 'contacts', column));
    throw taken ? invalidField(taken, 'has already been taken') : error;
  }
}

/** Adds `by` contacts (one, or a negative number) to the account's count, in the transaction that adds or removes them. */
export async function adjustContactsCount(em: EntityManager, accountId: number, by: number): Promise<void> {
  await db(em)
    .updateTable('accounts')
    .set((eb) => ({ contacts_count: eb('contacts_count', '+', by) }))
    .where('id', '=', accountId)
    .execute();
}
