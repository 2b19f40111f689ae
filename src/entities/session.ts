import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, text } from './columns.ts';
import { User } from './user.ts';

/** A sign-in with e-mail and password, until sign-out or expiry. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  uniques: [{ properties: ['user', 'client'] }],
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').index(false),
    /** Identifies the session among the user's; the header `client`. */
    client: p.string(),
    /** SHA-256 in hex of the token, which is in the header `access-token`. */
    digest: p.string().hidden(),
    /** The address and the program that signed in, as they told; null = not known. */
    ipAddress: p.string().nullable(),
    userAgent: text().nullable(),
    expiresAt: moment().index(),
    /** To the minute. */
    lastUsedAt: moment(),
    createdAt: moment(),
  },
});
