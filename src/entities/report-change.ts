import { defineEntity } from '@mikro-orm/core';
import { id } from './columns.ts';
import { measures, place } from './report-sum.ts';

/**
 * What must be added to the figures in `report_sums`, also negative. Transactions append rows, which do not get in each
 * other's way, and a job adds them up.
 */
export const ReportChange = defineEntity({
  name: 'ReportChange',
  tableName: 'report_changes',
  indexes: [{ properties: ['accountId', 'kind', 'subject', 'quarter'] }],
  properties: { id: id(), ...place(), ...measures() },
});
