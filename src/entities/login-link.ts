import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { User } from './user.ts';

/** A link with which a user can sign in once, without a password. */
export const LoginLink = defineEntity({
  name: 'LoginLink',
  tableName: 'login_links',
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the token in hex. */
    digest: p.string().unique().hidden(),
    expiresAt: moment().index(),
    createdAt: moment(),
  },
});
