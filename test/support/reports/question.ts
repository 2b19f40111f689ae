import type { Whose } from './ledger.ts';

/**
 * What is asked of a report, and what it must answer, lists in any order; `file`: its CSV file as a list of objects, unless that
 * follows from the answer.
 */
export type Question = { path: string; query: Record<string, unknown>; expected: unknown; file?: object[] };

/** Something that reports are about, with the id by which they are asked for it. */
export type Subject = Whose & { id?: number; name?: string };

/** All of an account. */
export const ACCOUNT: Subject = { type: 'account', key: null };
/** The only channel there is. */
export const CHANNEL = 'Channel::Api';

/** Counts by channel as lines of a file. */
export function fileOf(channels: Record<string, Record<string, number>>): object[] {
  return Object.entries(channels).map(([channel, counts]) => ({
    channel,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
  }));
}
