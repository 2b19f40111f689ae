import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../db/database.ts';
import { json } from '../../db/dialect.ts';

/** How the sending of a message ended: with the ids of its parts, or the reason why it failed. */
export type End = { partIds: readonly string[]; error: string | null };

/** The columns of `sendings` with this end. */
export const ended =
  ({ partIds, error }: End, now: Date) =>
  (eb: ExpressionBuilder<Tables, 'sendings'>) => ({
    status: error === null ? ('accepted' as const) : ('failed' as const),
    part_ids: json(partIds),
    begun_at: null,
    attempts_count: error === null ? eb.ref('attempts_count') : eb('attempts_count', '+', 1),
    last_error: error ?? eb.ref('last_error'),
    ended_at: now,
  });
