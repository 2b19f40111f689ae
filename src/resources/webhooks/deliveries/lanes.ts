import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { jsonRows } from '../../../db/dialect.ts';
import { type Placeholder, prepared } from '../../../db/prepared.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';
import { type Claim, laneKey } from './claim-lanes.ts';

/** How to treat lanes locked by another transaction: wait for them, or skip them. */
export type Locked = 'wait' | 'skip';

/**
 * Locks, until the commit, the lanes that this process still leases: new deliveries for them wait. Returns the claims
 * of these lanes. The others were claimed by another process or deleted, or, with 'skip', another transaction has
 * locked them.
 */
export async function lockLanes(tx: Tx, claims: Claim[], locked: Locked): Promise<Claim[]> {
  const rows = await heldLanes(tx, { claims: JSON.stringify(claims) }, locked);
  const held = new Set(rows.map(claimKey));
  return claims.filter((claim) => held.has(claimKey(claim)));
}

/** Releases locked lanes: makes each due at `dueAt` if it has pending deliveries, and deletes it otherwise. */
export async function releaseLanes(tx: Tx, held: Claim[], dueAt: Date): Promise<void> {
  const claims = JSON.stringify(held);
  await dropEmpty(tx, { claims });
  await release(tx, { claims, dueAt });
}

type Line = { receiverType: ReceiverType; receiverId: number; lane: string; heldBy: string };
const COLUMNS = { receiverType: 'text', receiverId: 'int', lane: 'text', heldBy: 'text' } as const;

const claimKey = (claim: Line) => `${laneKey(claim)} ${claim.heldBy}`;

const lines = (tx: Tx, claims: Placeholder<string>) => jsonRows<Line>(tx, claims, COLUMNS).as('line');

const heldLanes = prepared<{ claims: string }, Locked, Line>((db, { claims }, locked, tx) => {
  const query = db
    .selectFrom(lines(tx, claims))
    .innerJoin('delivery_lanes as l', (join) =>
      join
        .onRef('l.receiver_type', '=', 'line.receiverType')
        .onRef('l.receiver_id', '=', 'line.receiverId')
        .onRef('l.lane', '=', 'line.lane')
        .onRef('l.held_by', '=', 'line.heldBy'),
    )
    .select(['line.receiverType', 'line.receiverId', 'line.lane', 'line.heldBy']);
  // SQLite has no locks on rows.
  if (!tx.isPostgres) return query;
  return locked === 'skip' ? query.forUpdate('l').skipLocked() : query.forUpdate('l');
});

const dropEmpty = prepared<{ claims: string }, void, unknown>((db, { claims }, _, tx) =>
  db
    .deleteFrom('delivery_lanes')
    .where(sql`(receiver_type, receiver_id, lane)`, 'in', lanesOf(tx, claims))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select(sql.lit(1).as('one'))
            .whereRef('d.receiver_type', '=', 'delivery_lanes.receiver_type')
            .whereRef('d.receiver_id', '=', 'delivery_lanes.receiver_id')
            .whereRef('d.lane', '=', 'delivery_lanes.lane')
            .where('d.status', '=', sql.lit('pending' as const)),
        ),
      ),
    ),
);

const release = prepared<{ claims: string; dueAt: Date }, void, unknown>((db, { claims, dueAt }, _, tx) =>
  db
    .updateTable('delivery_lanes')
    .set({ held_by: null, due_at: dueAt })
    .where(sql`(receiver_type, receiver_id, lane)`, 'in', lanesOf(tx, claims)),
);

const lanesOf = (tx: Tx, claims: Placeholder<string>) =>
  sql<never>`(select line.${sql.ref('receiverType')}, line.${sql.ref('receiverId')}, line.lane from ${lines(tx, claims)})`;
