import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, flag, id, json, moment } from './columns.ts';

const ContactSchema = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  uniques: [
    { properties: ['account', 'email'] },
    { properties: ['account', 'phoneNumber'] },
    { properties: ['account', 'identifier'] },
  ],
  // One index for each key that the list can be sorted by. Those for uniqueness do not do: contacts without the key are
  // many, and in no order there.
  indexes: [
    { properties: ['account', 'email', 'id'] },
    { properties: ['account', 'phoneNumber', 'id'] },
    { properties: ['account', 'nameKey', 'id'] },
    { properties: ['account', 'lastActivityAt', 'id'] },
    { properties: ['account', 'createdAt', 'id'] },
    { properties: ['account', 'company', 'id'] },
    { properties: ['account', 'city', 'id'] },
    { properties: ['account', 'country', 'id'] },
    // Who is online.
    { properties: ['account', 'seenAt', 'id'] },
  ],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    name: p.string().default(''),
    /** The name in lower case: what sorting and searching look at. */
    nameKey: p.string().default(''),
    /** Lower-cased; null = unknown, as for the two below. */
    email: p.string().nullable(),
    /** E.164: "+", then up to 15 digits. */
    phoneNumber: p.string().nullable(),
    /** The caller's own name for the contact. */
    identifier: p.string().nullable(),
    blocked: flag().default(false),
    avatarUrl: p.string().nullable(),
    customAttributes: attributes(),
    additionalAttributes: attributes(),
    /** Copies of additional_attributes.company_name (or company), city and country, to sort by; null = none. */
    company: p.string().nullable(),
    city: p.string().nullable(),
    country: p.string().nullable(),
    labels: json<string[]>().default('[]'),
    /** When the contact last wrote; null = never. */
    lastActivityAt: moment().nullable(),
    /** When the contact's browser or app last reported itself; null = never. */
    seenAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A customer of the account, as one person or address. */
export class Contact extends ContactSchema.class {}
ContactSchema.setClass(Contact);
export { ContactSchema };
