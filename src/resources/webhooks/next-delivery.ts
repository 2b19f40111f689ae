import { db, type EntityManager } from '../../db/orm.ts';
import { type Claim, ofLane } from './claim-lanes.ts';

/** The first pending delivery of the lane with its event; null when there is none. */
export async function nextDelivery(em: EntityManager, claim: Claim) {
  const row = await db(em)
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.attempts_count as attemptsCount',
      'd.message_id as messageId',
      'd.lane',
      'd.account_id as accountId',
      'e.id as eventId',
      'e.type',
      'e.payload',
      'e.chain_length as chainLength',
    ])
    .where((eb) => eb.and(ofLane(claim)))
    .where('d.status', '=', 'pending')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof nextDelivery>>>;
