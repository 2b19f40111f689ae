import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, flag, id, json, moment } from './columns.ts';

/** A person who writes to the account, or an address that does. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  uniques: [
    { properties: ['account', 'email'] },
    { properties: ['account', 'phoneNumber'] },
    { properties: ['account', 'identifier'] },
  ],
  // One index for each sort key of the list. The unique indexes do not suffice: many contacts lack these keys, and the
  // indexes do not order those.
  indexes: [
    { properties: ['account', 'email', 'id'] },
    { properties: ['account', 'phoneNumber', 'id'] },
    { properties: ['account', 'nameKey', 'id'] },
    { properties: ['account', 'lastActivityAt', 'id'] },
    { properties: ['account', 'createdAt', 'id'] },
    { properties: ['account', 'company', 'id'] },
    { properties: ['account', 'city', 'id'] },
    { properties: ['account', 'country', 'id'] },
  ],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    name: p.string().default(''),
    /** The name in lower case, for sorting and searching. */
    nameKey: p.string().default(''),
    /** Lower-cased; null = unknown, as for the next two. */
    email: p.string().nullable(),
    /** E.164: "+", then up to 15 digits. */
    phoneNumber: p.string().nullable(),
    /** The contact's id in the caller's own system. */
    identifier: p.string().nullable(),
    blocked: flag().default(false),
    avatarUrl: p.string().nullable(),
    customAttributes: attributes(),
    additionalAttributes: attributes(),
    /** Copies of additional_attributes.company_name (or company), city and country, for sorting; null = none. */
    company: p.string().nullable(),
    city: p.string().nullable(),
    country: p.string().nullable(),
    labels: json<string[]>().default('[]'),
    /** The ids of contacts that were merged into it: events may still name them. */
    formerIds: json<number[]>().default('[]'),
    /** When the contact last wrote; null = never. */
    lastActivityAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
