import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm } from '../../../src/db/orm.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { openTx, type Tx } from '../../../src/db/tx.ts';
import { EVENT_TYPES } from '../../../src/entities/event.ts';
import { latestEventId, readEvents } from '../../../src/events/feed/read-events.ts';
import { contactLane, record } from '../../../src/events/record.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { EMPTY_INSTALLATION } from '../../support/database/empty-installation.ts';
import { settingsOf } from '../../support/database/rows.ts';
import { onlyOn } from '../../support/only.ts';
import { type Random, randomFrom } from '../../../bin/seed/random.ts';

const ACCOUNT = 1;

let place: Place;
const opened: (() => Promise<void>)[] = [];
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(async () => {
  for (const close of opened) await close();
  await place.remove();
});

/** The database as a process of its own sees it. */
async function givenProcess(poolSize = 10): Promise<Tx> {
  const orm = await openOrm(settingsOf(place, poolSize), { ...EMPTY_INSTALLATION }, { waitMs: 60_000 });
  opened.push(() => orm.close(true));
  return openTx(orm);
}

const event = (contactId: number, payload: object) => ({
  type: 'contact_updated' as const,
  accountId: ACCOUNT,
  payload,
  lane: contactLane(contactId),
  inboxId: null,
  toInbox: false,
});

/** Writes `count` events in transactions of random length, of which one in ten is taken back. */
async function write(tx: Tx, contactId: number, count: number, random: Random): Promise<void> {
  for (let written = 0; written < count;) {
    const size = Math.min(count - written, 1 + Math.floor(random.next() * 5));
    const isTakenBack = random.next() < 0.1;
    const work = inTransaction(tx, async (tx) => {
      for (let n = 0; n < size; n += 1) {
        await record(tx, event(contactId, { n: written + n }), new Date());
        if (tx.isPostgres && random.next() < 0.3) await sleep(random.next() * 10);
      }
      if (isTakenBack) throw new Error('taken back');
    });
    await (isTakenBack ? work.catch(() => {}) : work);
    if (!isTakenBack) written += size;
  }
}

/** The numbers of the next hundred events. */
async function readAfter(tx: Tx, after: number): Promise<number[]> {
  const upTo = await latestEventId(tx);
  const wanted = { accountId: ACCOUNT, after, upTo, limit: 100, inboxIds: null, types: EVENT_TYPES };
  return (await readEvents(tx, wanted)).events.map(({ id }) => id);
}

/** Reads whatever comes after `after`, as a client does, until `isOver` and nothing more comes. */
async function follow(tx: Tx, after: number, isOver: () => boolean): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const wasOver = isOver();
    const next = await readAfter(tx, ids.at(-1) ?? after);
    ids.push(...next);
    if (wasOver && next.length === 0) return ids;
    if (next.length < 100) await sleep(3);
  }
}

describe('reading events while 16 writers write 20,000', () => {
  it('gives each to every reader, once and in order', async () => {
    const writing = await givenProcess(20);
    const reading = await Promise.all([givenProcess(), givenProcess()]);
    const starts = await Promise.all(reading.map(latestEventId));
    let isOver = false;
    const read = reading.map((tx, index) => follow(tx, starts[index] ?? 0, () => isOver));

    await Promise.all(Array.from({ length: 16 }, (_, index) => write(writing, index + 1, 1250, randomFrom(index))));
    isOver = true;

    const rows = await writing.db.selectFrom('events').select('id').orderBy('id').execute();
    const all = rows.map(({ id }) => id);
    expect(all).toHaveLength(20_000);
    for (const ids of await Promise.all(read)) expect(ids).toEqual(all);
  });
});

describe('an event whose transaction goes on', () => {
  onlyOn('postgresql', it)('keeps later ones back, until it is there or will never be', async () => {
    const tx = await givenProcess();
    const start = await latestEventId(tx);
    const ids = () => readAfter(tx, start);
    const committed = await givenOpenWrite(tx);
    const takenBack = await givenOpenWrite(tx);
    await record(tx, event(1, {}), new Date());

    const before = await ids();
    await committed.end();
    const between = await ids();
    await takenBack.end(new Error('taken back'));
    const after = await ids();

    expect([before, between, after]).toEqual([[], [start + 1], [start + 1, start + 3]]);
  });
});

/** A transaction that has written an event, and goes on until `end`, which takes it back with an error. */
async function givenOpenWrite(tx: Tx) {
  const written = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const work = inTransaction(tx, async (tx) => {
    await record(tx, event(1, {}), new Date());
    // An answer to this has waited for what was only sent.
    await tx.db.selectFrom('events').select('id').limit(1).execute();
    written.resolve();
    await over.promise;
  });
  await written.promise;
  return {
    async end(reason?: Error) {
      if (reason) over.reject(reason);
      else over.resolve();
      await Promise.allSettled([work]);
    },
  };
}
