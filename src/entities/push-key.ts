import { defineEntity, p } from '@mikro-orm/core';
import { moment, text } from './columns.ts';

/** The key pair by which push services know this installation (VAPID, RFC 8292). There is one row at most. */
export const PushKey = defineEntity({
  name: 'PushKey',
  tableName: 'push_keys',
  properties: {
    /** Always 1, so that two processes cannot make two pairs. */
    id: p.integer().primary().autoincrement(false),
    /** The uncompressed P-256 point in base64url, which browsers subscribe with. */
    publicKey: p.string(),
    /** The private key, sealed by the vault. */
    sealedPrivateKey: text().hidden(),
    createdAt: moment(),
  },
});
