import type { Tx } from '../../db/tx.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type SqlBool } from 'kysely';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { inTransaction } from '../../db/transaction.ts';
import { HIGHEST_MESSAGE } from '../../entities/report-sum.ts';
import { UNKNOWN_SECONDS } from '../../entities/reporting-event.ts';
import { SECOND } from '../../time.ts';
import { businessSeconds } from './business-seconds.ts';
import { dayRow, eventFacts, messageFacts, ofKinds, QUARTERS_OF_DAY, sumsOf } from './facts.ts';
import { MEASURES } from './measures.ts';

// Reports read sums, what has been appended to be added to them (append-changes.ts), and whatever has a higher number than the
// last that was summed up. Who writes messages and events does nothing for this. PostgreSQL gives numbers before transactions
// commit, so it is only summed up to a number below which nothing can appear any more.

/** How many numbers of messages and events are taken in at once: some milliseconds on SQLite, where others wait. */
const BATCH = 200;
/** For how long, and how often, to look whether the transactions under way have ended. */
const LONGEST_WAIT_MS = 10 * SECOND;
const PAUSE_MS = 20;

type Numbers = { messages: number; events: number };

/** Whether there is anything to be summed up. */
export async function isAnythingNew(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select 1 as found from report_progress p
    where exists (select 1 from messages where id > p.messages_up_to)
      or exists (select 1 from reporting_events where id > p.events_up_to)
      or exists (select 1 from report_changes)`.execute(tx.db);
  return rows.length > 0;
}

/** Sums up all that is there, a little in each transaction; ends early when `signal` is aborted. */
export async function sumUp(tx: Tx, signal?: AbortSignal): Promise<void> {
  const end = await settledNumbers(tx);
  if (end === null) return;
  while (await sumUpBatch(tx, end)) {
    if (signal?.aborted) return;
  }
}

/** Adds up what has been appended. No sum is left of what counts nothing any more, such as a label that nothing has. */
export function addAppended(tx: Tx): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'report sums', 0);
    await addChanges(tx);
  });
}

/** The newest numbers, when all transactions have ended that may have lower ones; null = they go on for too long. */
async function settledNumbers(tx: Tx): Promise<Numbers | null> {
  const newest = sql<Numbers>`select (select coalesce(max(id), 0) from messages) as messages,
    (select coalesce(max(id), 0) from reporting_events) as events`;
  const { rows } = await newest.execute(tx.db);
  const [end] = rows;
  if (!end || !tx.isPostgres) return end ?? null;

  const { rows: begun } = await sql<{
    next: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(tx.db);
  const open = sql<{
    isOver: boolean;
  }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${begun[0]?.next}::xid8 as "isOver"`;
  const until = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < until) {
    const { rows } = await open.execute(tx.db);
    if (rows[0]?.isOver) return end;
    await sleep(PAUSE_MS);
  }
  return null;
}

/** Returns whether there is more. */
function sumUpBatch(tx: Tx, end: Numbers): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'report sums', 0);
    const progress = await tx.db
      .selectFrom('report_progress')
      .select(['messages_up_to as messages', 'events_up_to as events'])
      .executeTakeFirstOrThrow();
    const next = {
      messages: Math.max(progress.messages, Math.min(end.messages, progress.messages + BATCH)),
      events: Math.max(progress.events, Math.min(end.events, progress.events + BATCH)),
    };
    await completeSeconds(tx, progress.events, next.events);
    await addFacts(tx, progress, next);
    await addChanges(tx);
    await tx.db
      .updateTable('report_progress')
      .set({ messages_up_to: next.messages, events_up_to: next.events })
      .execute();
    return next.messages < end.messages || next.events < end.events;
  });
}

/** Computes the business hours of events from before there were any. */
async function completeSeconds(tx: Tx, after: number, upTo: number): Promise<void> {
  const unknown = await tx.db
    .selectFrom('reporting_events as e')
    .innerJoin('inboxes as i', 'i.id', 'e.inbox_id')
    .select(['e.id', 'e.event_start_time as start', 'e.event_end_time as end', 'i.timezone'])
    .select(['i.working_hours_enabled as workingHoursEnabled', 'i.working_hours as workingHours'])
    .where('e.id', '>', after)
    .where('e.id', '<=', upTo)
    .where('e.value_in_business_hours', '=', UNKNOWN_SECONDS)
    .execute();
  for (const { id, start, end, ...inbox } of unknown) {
    await tx.db
      .updateTable('reporting_events')
      .set({ value_in_business_hours: businessSeconds(inbox, start, end) })
      .where('id', '=', id)
      .execute();
  }
}

const columns = sql.join(MEASURES.map((name) => sql.ref(name)));
const PLACE = sql`account_id, kind, subject, quarter`;

/** The columns of a row's place in the sums: of its quarter of an hour, and of its day. */
const PLACES = {
  quarter: PLACE,
  day: sql`account_id, kind, subject, ${sql.lit(dayRow(0))} - quarter / ${sql.lit(QUARTERS_OF_DAY)}`,
};
type Place = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as Place[];

/** The numbers of messages and events after the first, up to the second. */
type Between = { afterMessage: number; upToMessage: number; afterEvent: number; upToEvent: number };

async function addFacts(tx: Tx, after: Numbers, upTo: Numbers): Promise<void> {
  const between = {
    afterMessage: after.messages,
    upToMessage: upTo.messages,
    afterEvent: after.events,
    upToEvent: upTo.events,
  };
  for (const place of PLACE_NAMES) await addFactsTo(tx, between, place);
}

/** Prepared, as the others here: compiling it would take as long as running it. */
const addFactsTo = prepared(
  (db, { afterMessage, upToMessage, afterEvent, upToEvent }: Placeholders<Between>, place: Place, tx) => {
    const messages = sql<SqlBool>`m.id > ${afterMessage} and m.id <= ${upToMessage}`;
    const events = sql<SqlBool>`e.id > ${afterEvent} and e.id <= ${upToEvent}`;
    const numbers = sql`coalesce(min(case when kind = 'account' then message_id end), ${sql.lit(HIGHEST_MESSAGE)}),
    coalesce(max(case when kind = 'account' then message_id end), 0)`;
    const statement = sql`insert into report_sums (${PLACE}, ${columns}, first_message_id, last_message_id)
    with facts as (${messageFacts(tx, messages)} union all ${eventFacts(tx, events)})
    select ${PLACES[place]}, ${sumsOf()}, ${numbers} from (${ofKinds(tx, 'facts')}) k where true group by 1, 2, 3, 4
    ${onConflict(tx)}`;
    return { compile: () => statement.compile(db) };
  },
);

async function addChanges(tx: Tx): Promise<void> {
  for (const place of PLACE_NAMES) {
    await addChangesTo(tx, {}, place);
    await dropEmpty(tx, {}, place);
  }
  await tx.db.deleteFrom('report_changes').execute();
}

const addChangesTo = prepared((db, _: object, place: Place, tx) => {
  const statement = sql`insert into report_sums (${PLACE}, ${columns})
    select ${PLACES[place]}, ${sumsOf()} from report_changes where true group by 1, 2, 3, 4
    ${onConflict(tx)}`;
  return { compile: () => statement.compile(db) };
});

const dropEmpty = prepared((db, _: object, place: Place) => {
  const nothing = sql.join(
    MEASURES.map((name) => sql`${sql.ref(name)} = 0`),
    sql` and `,
  );
  const statement = sql`delete from report_sums
    where ${nothing} and (${PLACE}) in (select ${PLACES[place]} from report_changes)`;
  return { compile: () => statement.compile(db) };
});

function onConflict(tx: Tx) {
  const added = MEASURES.map(
    (name) => sql`${sql.ref(name)} = report_sums.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  const [least, greatest] = tx.isPostgres ? [sql`least`, sql`greatest`] : [sql`min`, sql`max`];
  return sql`on conflict (${PLACE}) do update set ${sql.join(added)},
    first_message_id = ${least}(report_sums.first_message_id, excluded.first_message_id),
    last_message_id = ${greatest}(report_sums.last_message_id, excluded.last_message_id)`;
}
