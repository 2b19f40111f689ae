import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/database.ts';
import { hasAdvisoryLock } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { MINUTE } from '../time.ts';
import type { Layout } from './layout-track.ts';
import { packPayload } from './pack-payload.ts';
import { unpackPayload } from './unpack-payload.ts';
import { isSwitchedOff } from '../switches.ts';

/** Tests store all payloads whole with this variable. */
const PACKS = !isSwitchedOff('PARLEY_TEST_NO_PACKED_PAYLOADS');

/** The most layouts that are kept. There are some dozens, unless keys of the users' own get into them. */
const MOST_LAYOUTS = 1000;
/** How long after adding a layout it is added again, since that may have been rolled back. */
const ADD_AGAIN_MS = MINUTE;

/** When each layout was added, in Unix milliseconds, per installation. */
const added = new WeakMap<object, LRUCache<string, number>>();

/** A payload as an event is written with it: whole, or in two parts, of which the layout is known by its digest. */
export type StorablePayload = { payload: object; values: string; digest: string };
/** The same with its text. */
export type PayloadTexts = Omit<StorablePayload, 'payload'> & { whole: string };

/** Prepares a payload to be written, and keeps its layout. */
export async function storable(tx: Tx, payload: object, now: Date): Promise<StorablePayload> {
  if (!PACKS) return { payload, values: '', digest: '' };
  const { layout, values } = packPayload(payload);
  if (!isAdded(tx, layout.digest, now)) await addLayout(tx, layout);
  return { payload, values, digest: layout.digest };
}

/**
 * The columns of an event for its payload: its values if the layout is there, otherwise the whole text. The statement
 * decides it, so that no event refers to a layout that was rolled back, or that another process has not committed.
 */
export function payloadColumns(db: Db, payload: Placeholders<PayloadTexts>) {
  const layout = db.selectFrom('payload_layouts').select('id').where('digest', '=', payload.digest);
  return {
    payload: sql<string>`case when ${layout} is null then ${payload.whole} else ${payload.values} end`,
    layout_id: layout,
  };
}

/** An event's payload as it is stored; `layout` is null where it is whole. */
export type StoredPayload = { payload: string; layout: string | null };

/** The payload as JSON text, byte for byte as it was recorded. */
export function payloadText({ payload, layout }: StoredPayload): string {
  return layout === null ? payload : unpackPayload({ layout, values: payload });
}

/** Whether the layout was added a short time ago; otherwise it is noted as added now. */
function isAdded(tx: Tx, digest: string, now: Date): boolean {
  const times = added.get(tx.installation) ?? new LRUCache<string, number>({ max: MOST_LAYOUTS });
  added.set(tx.installation, times);
  const time = times.get(digest);
  if (time !== undefined && Math.abs(now.getTime() - time) < ADD_AGAIN_MS) return true;
  times.set(digest, now.getTime());
  return false;
}

/**
 * Adds a layout unless it is there, or there are too many, or another transaction is adding one: to wait for that could
 * lead to a deadlock.
 */
const addLayout = prepared((db, values: Placeholders<Layout>, _: void, tx) =>
  db
    .insertInto('payload_layouts')
    .columns(['digest', 'layout'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${values.digest} as text)`.as('digest'),
          sql<string>`cast(${values.text} as text)`.as('layout'),
        ])
        .where(({ not, exists }) =>
          not(exists(db.selectFrom('payload_layouts').select('id').where('digest', '=', values.digest))),
        )
        .where(sql<number>`(select count(*) from payload_layouts)`, '<', sql.lit(MOST_LAYOUTS))
        .where(hasAdvisoryLock(tx, 'payload layouts')),
    )
    .onConflict((conflict) => conflict.column('digest').doNothing()),
);
