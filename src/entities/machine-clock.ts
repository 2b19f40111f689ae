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

/** How a machine's wall clock stands to the one that nobody can set: where they disagree, it has been set since. */
export class MachineClock extends MachineClockSchema.class {}
MachineClockSchema.setClass(MachineClock);
export { MachineClockSchema };
