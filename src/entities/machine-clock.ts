import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.ts';

/** When a machine started, by its wall clock: a later difference means that the wall clock was set. */
export const MachineClock = defineEntity({
  name: 'MachineClock',
  tableName: 'machine_clocks',
  properties: {
    /** The id of the machine's last boot. */
    bootId: p.string().primary(),
    /** When its monotonic clock was zero, by the wall clock that the due times of lanes and jobs were written with. */
    startedAt: moment(),
  },
});
