import { defineEntity, p } from '@mikro-orm/core';
import { moment, text } from './columns.ts';

const IdempotentRequestSchema = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_requests',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    /** The token or session that it came with: "token 5", "session 7". Its numbers are never used again. */
    credential: p.string().primary(),
    /** The caller's Idempotency-Key. */
    key: p.string().primary(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    digest: p.string(),
    status: p.integer(),
    /** The JSON answer, sealed by db/vault.ts; null = it had no body. */
    answer: text().nullable(),
    createdAt: moment(),
  },
});

/** A write whose caller may repeat it: the answer is kept in the transaction of the change. */
export class IdempotentRequest extends IdempotentRequestSchema.class {}
IdempotentRequestSchema.setClass(IdempotentRequest);
export { IdempotentRequestSchema };
