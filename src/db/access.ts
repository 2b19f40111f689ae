import type { BusyTime } from './busy-time.ts';
import type { OnStatement } from './drivers/trace-statements.ts';
import type { FaultWatch } from './watch/fault-watch.ts';

/** The means of the drivers to open and watch connections. */
export type Access = {
  /** Notes the faults of operations that fail. */
  faults: FaultWatch;
  /** Adds up how long connections are in use. */
  busy: BusyTime;
  /** Milliseconds that an operation waits in all, for a connection and for locks held by others. */
  waitMs: number;
  /** Called once where statements cannot be sent to PostgreSQL by name, because of a pooler. */
  onNamesRefused(): void;
  /** False = what is written to a SQLite file need not survive a power cut. */
  syncs: boolean;
  /** Called after each statement; null = statements are not watched. */
  onStatement: OnStatement | null;
};
