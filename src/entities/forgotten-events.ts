import { defineEntity, p } from '@mikro-orm/core';

/** Up to which number an account's events have been deleted because of their age. */
export const ForgottenEvents = defineEntity({
  name: 'ForgottenEvents',
  tableName: 'forgotten_events',
  properties: {
    accountId: p.integer().primary().autoincrement(false),
    /** Some before it may still be there, because they are due somewhere. */
    upTo: p.integer(),
  },
});
