import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';

/** A state with which somebody has come back from a provider: it cannot be used again. */
export const UsedState = defineEntity({
  name: 'UsedState',
  tableName: 'used_states',
  properties: {
    id: id(),
    /** SHA-256 in hex of what is unique in the state. */
    digest: p.string().unique(),
    /** From when on the state itself is no longer good, and the row is not needed. */
    expiresAt: moment().index(),
  },
});
