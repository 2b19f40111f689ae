import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.ts';

const MachineClockSchema = defineEntity({
  name: 'MachineClock',
  tableName: 'machine_clocks',
  properties: {
    /** Names the machine since its last start. */
    bootId: p.string().primary(),
    /** When its monotonic clock stood at zero, by the wall clock that the times of lanes and jobs are written in. */
    startedAt: moment(),
  },
});

/** When a machine started, by its wall clock: another answer later on means that the wall clock was set meanwhile. */
export class MachineClock extends MachineClockSchema.class {}
MachineClockSchema.setClass(MachineClock);
export { MachineClockSchema };
