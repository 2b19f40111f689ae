import { defineEntity, p } from '@mikro-orm/core';

/** Up to which numbers messages and reporting events have been summed up in `report_sums`; one row. */
export const ReportProgress = defineEntity({
  name: 'ReportProgress',
  tableName: 'report_progress',
  properties: {
    id: p.integer().primary().autoincrement(false),
    messagesUpTo: p.integer(),
    eventsUpTo: p.integer(),
  },
});
