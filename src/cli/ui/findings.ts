import type { Finding, Status } from '../../checks.ts';

/** Shows findings on standard output as they come. */
export type FindingsView = { show(finding: Finding): void; end(): Promise<void> };

export const COLORS = { ok: 'green', warning: 'yellow', failed: 'red' } as const satisfies Record<Status, string>;
/** The widths of the columns. */
export const STATUS_WIDTH = 9;
export const NAME_WIDTH = 16;
