import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { found, invalidField } from '../../errors.ts';
import type { AccountFacts, ContactFacts } from '../../events/facts.ts';
import type { ContactInput } from './contact-input.ts';
import { findContact } from './find-contact.ts';

const KEY_LENGTH = 255;

/** Adds the row of a contact. @throws AppError `invalid` when what only one can have is another's */
export async function insertContact(
  em: EntityManager,
  account: AccountFacts,
  input: ContactInput,
  now: Date,
): Promise<ContactFacts> {
  const name = input.name ?? '';
  const insert = db(em)
    .insertInto('contacts')
    .values({
      account_id: account.id,
      name,
      email: input.email ?? null,
      phone_number: input.phoneNumber ?? null,
      identifier: input.identifier ?? null,
      blocked: input.blocked ?? false,
      custom_attributes: json(input.customAttributes),
      additional_attributes: json(input.additionalAttributes),
      ...sortKeys({ name, additionalAttributes: input.additionalAttributes }),
      created_at: now,
      updated_at: now,
    })
    .returning('id');
  const { id } = await refuseTaken(insert.executeTakeFirstOrThrow());
  return found(await findContact(em, account.id, id), 'Contact');
}

/** Writes all that can be changed of a contact. @throws AppError `invalid` when what only one can have is another's */
export async function writeContact(em: EntityManager, contact: ContactFacts, now: Date): Promise<void> {
  const update = db(em)
    .updateTable('contacts')
    .set({
      name: contact.name,
      email: contact.email,
      phone_number: contact.phoneNumber,
      identifier: contact.identifier,
      blocked: contact.blocked,
      custom_attributes: json(contact.customAttributes),
      additional_attributes: json(contact.additionalAttributes),
      ...sortKeys(contact),
      updated_at: now,
    })
    .where('id', '=', contact.id);
  await refuseTaken(update.execute());
}

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
