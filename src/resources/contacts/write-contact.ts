import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { columns } from '../../records/columns.ts';
import { CONTACT, type ContactRecord } from '../../records/contact.ts';
import { typedAttributes } from '../../records/attributes/typed-attributes.ts';
import { json } from '../../db/dialect.ts';
import { type Placeholders, prepared, onlyRow } from '../../db/prepared.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { invalidField } from '../../errors.ts';
import type { ContactInput } from './contact-input.ts';

const KEY_LENGTH = 255;

/**
 * Inserts the row of a contact. Its picture, the account's count of contacts and the event are left to the caller.
 * @throws AppError `invalid` when another contact of the account has a value that must be unique (`UNIQUE`), and as
 *   `typedAttributes`
 */
export async function insertContact(
  tx: Tx,
  account: AccountRecord,
  input: ContactInput & { labels?: readonly string[] },
  now: Date,
): Promise<ContactRecord> {
  const contact = {
    name: input.name ?? '',
    email: input.email ?? null,
    phoneNumber: input.phoneNumber ?? null,
    identifier: input.identifier ?? null,
    blocked: input.blocked ?? false,
    customAttributes: await typedAttributes(tx, attributesOf(account), input.customAttributes),
    additionalAttributes: input.additionalAttributes,
  };
  const written = {
    ...contact,
    ...sortKeys(contact),
    accountId: account.id,
    custom: json(contact.customAttributes),
    additional: json(contact.additionalAttributes),
    labels: json([...new Set(input.labels)]),
    now,
  };
  return onlyRow(await refuseTakenKey(insert(tx, written)));
}

/** The owner whose definitions the custom attributes of the account's contacts follow. */
export const attributesOf = ({ id }: { id: number }) => ({ accountId: id, model: 'contact_attribute' }) as const;

type Written = Omit<Contact, 'customAttributes' | 'additionalAttributes'> &
  SortKeys & {
    accountId: number;
    custom: Attributes;
    additional: Attributes;
    labels: string[];
    now: Date;
  };
type Contact = Pick<
  ContactRecord,
  'name' | 'email' | 'phoneNumber' | 'identifier' | 'blocked' | 'customAttributes' | 'additionalAttributes'
>;
type SortKeys = ReturnType<typeof sortKeys>;

const insert = prepared((db, values: Placeholders<Written>) =>
  db
    .insertInto('contacts')
    .values({
      account_id: values.accountId,
      name: values.name,
      email: values.email,
      phone_number: values.phoneNumber,
      identifier: values.identifier,
      blocked: values.blocked,
      custom_attributes: values.custom,
      additional_attributes: values.additional,
      labels: values.labels,
      name_key: values.name_key,
      company: values.company,
      city: values.city,
      country: values.country,
      created_at: values.now,
      updated_at: values.now,
    })
    .returning(columns('contacts', CONTACT)),
);

/**
 * Writes the columns of a contact that requests change, except its labels and its picture; the event is left to the
 * caller.
 * @throws AppError `invalid` when another contact of the account has a value that must be unique (`UNIQUE`)
 */
export async function writeContact(tx: Tx, contact: ContactRecord, now: Date): Promise<void> {
  const update = tx.db
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
  await refuseTakenKey(update.execute());
}

/**
 * The columns that lists sort by, made from the name and the additional attributes; each has at most `KEY_LENGTH`
 * characters.
 */
export function sortKeys(contact: { name: string; additionalAttributes: Attributes }) {
  const { company_name: companyName, company, city, country } = contact.additionalAttributes;
  return {
    // Lower case can be longer than the name.
    name_key: contact.name.toLowerCase().slice(0, KEY_LENGTH),
    company: sortKey(companyName) ?? sortKey(company),
    city: sortKey(city),
    country: sortKey(country),
  };
}

function sortKey(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, KEY_LENGTH) : null;
}

/** Values that are unique among the contacts of an account. */
const UNIQUE = ['email', 'phone_number', 'identifier'] as const;

/** The result of `write`. @throws AppError `invalid` when another contact of the account has such a value */
async function refuseTakenKey<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const taken = UNIQUE.find((column) => isUniqueViolation(error, 'contacts', column));
    throw taken ? invalidField(taken, 'has already been taken') : error;
  }
}

/**
 * Adds `by` to the account's count of contacts, negative for removed ones. Call it in the transaction of the change.
 */
export async function adjustContactsCount(tx: Tx, accountId: number, by: number): Promise<void> {
  await tx.db
    .updateTable('accounts')
    .set((eb) => ({ contacts_count: eb('contacts_count', '+', by) }))
    .where('id', '=', accountId)
    .execute();
}
