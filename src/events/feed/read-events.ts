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

/** Stored bytes of payloads after which no further event is read: what a visitor says may have 100 kB, and follows with each event. */
const PAGE_BYTES = 1_000_000;

/**
 * Events in the order of their numbers, as many as have PAGE_BYTES, and at least one; `isCut` = there may be more within the limit. A reader
 * who continues after the last event gets each event once: no event appears later with a lower number, in whatever order transactions end
 * and for any process.
 */
export async function readEvents(
  tx: Tx,
  { inboxIds, types, ...wanted }: Wanted,
): Promise<{ events: ReadEvent[]; isCut: boolean }> {
  const values = { ...wanted, inboxIds: JSON.stringify(inboxIds), types: JSON.stringify(types) };
  const rows = await read(tx, values, `${inboxIds !== null}`);
  const events = rows.map(({ layout, payload, total: _, ...row }) => ({
    ...row,
    payload: payloadText({ payload, layout }),
  }));
  return { events, isCut: Number(rows.at(-1)?.total ?? 0) >= PAGE_BYTES };
}

type Values = Omit<Wanted, 'inboxIds' | 'types'> & { inboxIds: string; types: string };

/** The sizes first: SQLite knows them without reading long payloads. */
const read = prepared((db, values: Placeholders<Values>, ofInboxes: `${boolean}`, tx) =>
  db
    .with('wanted', (db) =>
      db
        .selectFrom('events as e')
        .select(['e.id', sql<number>`octet_length(e.payload)`.as('size')])
        .where('e.account_id', '=', values.accountId)
        .where('e.id', '>', values.after)
        .where('e.id', '<=', values.upTo)
        .where('e.type', 'in', sql<RecordedEventType>`(${textsIn(tx, values.types)})`)
        .$if(ofInboxes === 'true', (query) => query.where(inList(tx, 'e.inbox_id', values.inboxIds)))
        .orderBy('e.id')
        .limit(values.limit),
    )
    .with('summed', (db) =>
      db.selectFrom('wanted').select([
        'id',
        'size',
        (eb) =>
          eb.fn
            .sum<number>('size')
            .over((over) => over.orderBy('id'))
            .as('total'),
      ]),
    )
    .selectFrom('summed as s')
    .innerJoin('events as e', 'e.id', 's.id')
    .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
    .select(['e.id', 'e.type', 'e.payload', 'l.layout', 'e.created_at as createdAt', 's.total'])
    .where(sql<number>`s.total - s.size`, '<', sql.lit(PAGE_BYTES))
    .orderBy('e.id'),
);
