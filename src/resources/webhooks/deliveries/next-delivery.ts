import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { jsonRows } from '../../../db/dialect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';
import type { RecordedEventType } from '../../../entities/event.ts';
import { payloadText, type StoredPayload } from '../../../events/store-payload.ts';
import { type Claim, laneKey } from './claim-lanes.ts';

/** A delivery to send, with its event. */
export type DueDelivery = {
  id: number;
  attemptsCount: number;
  messageId: number | null;
  lane: string;
  accountId: number;
  eventId: number;
  type: RecordedEventType;
  /** The JSON text, as it was recorded. */
  payload: string;
  chainLength: number;
};

/** For each claimed lane, in the same order, its first pending delivery; null when there is none. */
export async function nextDeliveries(tx: Tx, claims: Claim[]): Promise<(DueDelivery | null)[]> {
  const rows = await firstPending(tx, { claims: JSON.stringify(claims) });
  const found = new Map(
    rows.map(({ receiverType, receiverId, layout, ...row }) => [
      laneKey({ ...row, receiverType, receiverId }),
      { ...row, payload: payloadText({ payload: row.payload, layout }) },
    ]),
  );
  return claims.map((claim) => found.get(laneKey(claim)) ?? null);
}

type Lane = { receiverType: ReceiverType; receiverId: number; lane: string };

const firstPending = prepared<{ claims: string }, void, DueDelivery & StoredPayload & Lane>((db, { claims }, _, tx) =>
  db
    .selectFrom(jsonRows<Lane>(tx, claims, { receiverType: 'text', receiverId: 'int', lane: 'text' }).as('claim'))
    .innerJoin('deliveries as d', (join) =>
      join.on('d.id', '=', (eb) =>
        eb
          .selectFrom('deliveries as first')
          .select('first.id')
          .whereRef('first.receiver_type', '=', 'claim.receiverType')
          .whereRef('first.receiver_id', '=', 'claim.receiverId')
          .whereRef('first.lane', '=', 'claim.lane')
          .where('first.status', '=', sql.lit('pending' as const))
          .orderBy('first.id')
          .limit(sql.lit(1)),
      ),
    )
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
    .select([
      'd.receiver_type as receiverType',
      'd.receiver_id as receiverId',
      'd.lane',
      'd.id',
      'd.attempts_count as attemptsCount',
      'd.message_id as messageId',
      'd.account_id as accountId',
      'e.id as eventId',
      'e.type',
      'e.payload',
      'l.layout',
      'e.chain_length as chainLength',
    ]),
);
