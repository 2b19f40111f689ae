import { defineEntity, p } from '@mikro-orm/core';
import { moment, text } from './columns.ts';

/** A write with an Idempotency-Key; its answer is stored in the transaction of the change. */
export const IdempotentRequest = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_requests',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    /** The credential of the request: "token 5", "session 7". These ids are never reused. */
    credential: p.string().primary(),
    /** The caller's Idempotency-Key. */
    key: p.string().primary(),
    /** The account in which the request was; null = it came before this was stored. No foreign key: rows end by their age. */
    accountId: p.integer().nullable(),
    /** SHA-256 of method, path and body: another request with the same key is refused. */
    digest: p.string(),
    status: p.integer(),
    /** The JSON answer, sealed by db/vault.ts; null = no body. */
    answer: text().nullable(),
    createdAt: moment(),
  },
});
