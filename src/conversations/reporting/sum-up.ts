import type { Tx } from '../../db/tx.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { UNKNOWN_SECONDS } from '../../entities/reporting-event.ts';
import { SECOND } from '../../time.ts';
import { addChanges, addFacts, type Numbers } from './add-to-sums.ts';
import { businessSeconds } from './business-seconds.ts';

// Reports read sums, appended differences (append-changes.ts), and facts with numbers above the last summed one, so that
// writers of messages and events need nothing. PostgreSQL assigns numbers before transactions commit, so that summing stops
// at a number below which nothing new can appear.

/** Numbers of messages and events per transaction: some milliseconds on SQLite, during which others wait. */
const BATCH = 200;
/** For how long, and how often, to look whether the transactions under way have ended. */
const LONGEST_WAIT_MS = 10 * SECOND;
const PAUSE_MS = 20;

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

/** Adds the appended differences to the sums, and deletes sums of zero, such as of an unused label. */
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
