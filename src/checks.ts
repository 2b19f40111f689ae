/** The result of a check. */
export type Status = 'ok' | 'warning' | 'failed';

/** What a check found; `advice` says what to do about it. */
export type Outcome = { status: Status; message: string; advice?: string };

/** A check and what it found, as --json shows it. */
export type Finding = { check: string } & Outcome;

/** One check, of the installation or of an inbox. What `look` throws counts as its failure; NotChecked counts as a warning. */
export type Check = { name: string; look(): Promise<Outcome> };

export const ok = (message: string): Outcome => ({ status: 'ok', message });
export const warning = (message: string, advice: string): Outcome => ({ status: 'warning', message, advice });
export const failed = (message: string, advice: string): Outcome => ({ status: 'failed', message, advice });

/** Thrown by a check that cannot run because of what another check reports; shown as a warning. */
export class NotChecked extends Error {}
