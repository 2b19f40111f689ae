import type { Finding, Status } from '../doctor/check.ts';

/** Shows on standard output what the doctor finds, as it is found. */
export type FindingsView = { show(finding: Finding): void; end(): Promise<void> };

export const COLORS = { ok: 'green', warning: 'yellow', failed: 'red' } as const satisfies Record<Status, string>;
/** How wide the columns of words are. */
export const STATUS_WIDTH = 9;
export const NAME_WIDTH = 16;
