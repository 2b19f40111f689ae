import { sql } from 'kysely';
import { inList, textsIn } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Json } from '../../../entities/columns.ts';
import { contactLane, conversationLane, replayLane } from '../../../events/record.ts';
import { payloadText } from '../../../events/store-payload.ts';
import { isAbout, soughtOf } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type EventRow = { id: number; payload: string; layout: string | null };

/** Removes the events that show the contact, with their deliveries, also those that are still to be sent. */
export function eventsAbout(subject: Subject): Sweep<EventRow> {
  const sought = soughtOf(subject);
  return {
    read: (tx, after) =>
      tx.db
        .selectFrom('events as e')
        .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
        .select(['e.id', 'e.payload', 'l.layout'])
        .where('e.account_id', '=', subject.accountId)
        .where('e.id', '>', after)
        .orderBy('e.id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout: (row) => isAbout(JSON.parse(payloadText(row)) as Json, sought),
    async remove(tx, ids) {
      const list = JSON.stringify(ids);
      const attempts = await tx.db
        .selectFrom('delivery_attempts as a')
        .innerJoin('deliveries as d', 'd.id', 'a.delivery_id')
        .select('a.id')
        .where(inList(tx, 'd.event_id', list))
        .execute();
      const deliveries = await tx.db
        .deleteFrom('deliveries')
        .where(inList(tx, 'event_id', list))
        .returning('id')
        .execute();
      const events = await tx.db
        .deleteFrom('events')
        .where(inList(tx, 'id', list))
        .returning('id')
        .execute();
      return { events: events.length, deliveries: deliveries.length, delivery_attempts: attempts.length };
    },
  };
}

/** Removes the lanes of removed deliveries, including lanes of replays. */
export async function removeLanes(tx: Tx, { accountId, contactIds, conversationIds }: Subject): Promise<void> {
  const lanes = [...contactIds.map(contactLane), ...conversationIds.map(conversationLane)];
  const list = JSON.stringify([...lanes, ...lanes.map(replayLane)]);
  await tx.db
    .deleteFrom('delivery_lanes')
    .where('account_id', '=', accountId)
    .where('lane', 'in', sql<string>`(${textsIn(tx, list)})`)
    .execute();
}
