import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, text } from './columns.ts';
import { User } from './user.ts';

/** What an OpenID Connect provider for the whole installation, that of `auth.oidc` or Google, calls a user. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  uniques: [{ properties: ['user', 'issuer'] }, { properties: ['subject', 'issuer'] }],
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').index(false),
    issuer: text(),
    /** The provider's name for the person, which it gives to nobody else. */
    subject: text(),
    createdAt: moment(),
  },
});
