import type { Shown } from '../../../wire/shape.ts';
import { iso } from '../../../time.ts';
import type { deliveriesShape, deliveryShape } from './answers.ts';
import type { DeliveryRow } from './read-deliveries.ts';

/** A page of at most `limit` rows; a further row in `rows` means that there is another page. */
export function presentDeliveries(rows: DeliveryRow[], limit: number): Shown<typeof deliveriesShape> {
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { payload: page.map(presentDelivery), meta: { next_before: next } };
}

export function presentDelivery(row: DeliveryRow): Shown<typeof deliveryShape> {
  return {
    id: row.id,
    event_id: row.eventId,
    event: row.type,
    status: row.status,
    attempts: Number(row.attempts),
    created_at: iso(row.createdAt),
    finished_at: iso(row.finishedAt),
    next_attempt_at: row.status === 'pending' && row.heldBy === null ? iso(row.dueAt) : null,
    last_attempt: lastAttempt(row),
  };
}

function lastAttempt({ startedAt, latencyMs, statusCode, error, response }: DeliveryRow) {
  if (startedAt === null || latencyMs === null) return null;
  return { started_at: iso(startedAt), latency_ms: latencyMs, status_code: statusCode, error, response };
}
