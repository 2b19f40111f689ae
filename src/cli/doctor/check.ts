/** How a check went, worst last. */
export type Status = 'ok' | 'warning' | 'failed';

/** What a check found out; `advice` says what to do, where there is something to be done. */
export type Outcome = { status: Status; message: string; advice?: string };

/** A check and what it found out, as --json shows it. */
export type Finding = { check: string } & Outcome;

/** One thing that is looked at. What it throws is its failure. */
export type Check = { name: string; look(): Promise<Outcome> };

export const ok = (message: string): Outcome => ({ status: 'ok', message });
export const warning = (message: string, advice: string): Outcome => ({ status: 'warning', message, advice });
export const failed = (message: string, advice: string): Outcome => ({ status: 'failed', message, advice });

/** Thrown by a check that needs what another check has found to be missing. */
export class NotChecked extends Error {}
