import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment } from './columns.ts';
import { User } from './user.ts';

/**
 * A user who was signed in by the provider of an account: what they do may be done by those who run that provider.
 * So they work in no other account until they choose a password by a mailed link.
 */
export const SamlUser = defineEntity({
  name: 'SamlUser',
  tableName: 'saml_users',
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').unique().index(false),
    /** Null = an account that was deleted since. */
    account: p.manyToOne(Account).nullable().deleteRule('set null').index(),
    createdAt: moment(),
  },
});
