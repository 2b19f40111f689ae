import type { FaultWatch } from './fault-watch.ts';

/** How the drivers come to a connection. */
export type Access = {
  /** Hears of what fails. */
  faults: FaultWatch;
  /** How long an operation waits in all for a connection, and for locks that others have. */
  waitMs: number;
};
