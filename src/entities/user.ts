import { defineEntity, p } from '@mikro-orm/core';
import { attributes, id, moment, text } from './columns.ts';

/** A person with access to one or more accounts. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: id(),
    name: p.string(),
    displayName: p.string().nullable(),
    /** Lower-cased; unique in the installation. */
    email: p.string().unique(),
    /**
     * When the person has shown that the mails to `email` reach them, or an operator, program or identity provider has vouched for
     * it; null = not yet.
     */
    emailProvedAt: moment().nullable(),
    /** scrypt, in the form of secrets.ts; null = cannot sign in with a password. */
    passwordHash: p.string().nullable().hidden(),
    /** The key of the user's pubsub tokens (`pubsubToken`), replaced with each new password; '' = they have none. */
    pubsubSecret: p.string().default('').hidden(),
    avatarUrl: p.string().nullable(),
    messageSignature: text().nullable(),
    uiSettings: attributes(),
    customAttributes: attributes(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
