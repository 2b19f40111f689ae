import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { inList, textsIn } from '../../db/dialect.ts';
import { sql } from 'kysely';
import type { RecordedEventType } from '../../entities/event.ts';
import { payloadText } from '../store-payload.ts';
import { horizonOf } from './horizon.ts';

/** An event as readers get it; `payload` is the JSON text without `event` and `id`. */
export type ReadEvent = { id: number; type: RecordedEventType; payload: string; createdAt: Date };

/** Which events to read. */
export type Wanted = {
  accountId: number;
  /** Those with higher numbers. */
  after: number;
  /** The last number to read, from `latestEventId`. */
  upTo: number;
  /** The most to read. */
  limit: number;
  /** Null = of all inboxes; 0 stands for none. */
  inboxIds: readonly number[] | null;
  types: readonly RecordedEventType[];
};

/** The number of the newest event that can be read: to continue after it misses nothing that is recorded from now on. */
export function latestEventId(tx: Tx): Promise<number> {
  return horizonOf(tx).look(tx);
}

/**
 * Events in the order of their numbers. A reader who continues after the last event gets each event once: no event appears
 * later with a lower number, in whatever order transactions end and for any process.
 */
export async function readEvents(tx: Tx, { inboxIds, types, ...wanted }: Wanted): Promise<ReadEvent[]> {
  const values = { ...wanted, inboxIds: JSON.stringify(inboxIds), types: JSON.stringify(types) };
  const rows = await read(tx, values, `${inboxIds !== null}`);
  return rows.map(({ layout, payload, ...row }) => ({ ...row, payload: payloadText({ payload, layout }) }));
}

type Values = Omit<Wanted, 'inboxIds' | 'types'> & { inboxIds: string; types: string };

const read = prepared((db, values: Placeholders<Values>, ofInboxes: `${boolean}`, tx) =>
  db
    .selectFrom('events as e')
    .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
    .select(['e.id', 'e.type', 'e.payload', 'l.layout', 'e.created_at as createdAt'])
    .where('e.account_id', '=', values.accountId)
    .where('e.id', '>', values.after)
    .where('e.id', '<=', values.upTo)
    .where('e.type', 'in', sql<RecordedEventType>`(${textsIn(tx, values.types)})`)
    .$if(ofInboxes === 'true', (query) => query.where(inList(tx, 'e.inbox_id', values.inboxIds)))
    .orderBy('e.id')
    .limit(values.limit),
);
