import { defineEntity, p } from '@mikro-orm/core';
import { id, json, moment, text } from './columns.ts';
import { User } from './user.ts';

/**
 * The app with which a user makes codes to sign in with (TOTP, RFC 6238), beside their password. From `enabledAt` on, the
 * password alone signs nobody in.
 */
export const Authenticator = defineEntity({
  name: 'Authenticator',
  tableName: 'authenticators',
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').unique().index(false),
    /** What the app makes codes of; sealed. */
    sealedSecret: text().hidden(),
    /** Null = the user has not shown yet that the app makes the right codes. */
    enabledAt: moment().nullable(),
    /** The number of the latest step of time whose code was used; no code of it or before is good again. */
    lastStep: p.integer().default(0),
    /** What is known of the backup codes that are left (`backupCodeDigest`). */
    backupCodes: json<string[]>().default('[]').hidden(),
    /** Wrong codes since `failingSince`; null = there were none. */
    failures: p.integer().default(0),
    failingSince: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
