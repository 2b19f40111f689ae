import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** Rows of a kind are counted up to this number, which then means "this many or more". */
export const MOST_COUNTED = 1000;

/** `oldest`: since when the one that has waited longest is due, or has waited; null = none. */
export type Waiting = { count: number; oldest: Date | null };

/** Background work. `due` waits to be done, `later` for its time, and `dead` was given up. */
export type Work = {
  jobs: { due: Waiting; running: number; later: number; dead: number };
  /** The first pending delivery of each conversation, or contact, to each receiver. */
  deliveries: { due: Waiting; running: number; later: number };
  sendings: Waiting;
  received: Waiting;
  failingMailboxes: number;
};

/** The work at `now`. Each statement goes through a few thousand rows at most, found by an index. */
export async function readWork(tx: Tx, now: Date): Promise<Work> {
  const [jobs, dead, lanes, sendings, received, mailboxes] = await tx.together((tx) => [
    waitingJobs(tx, now),
    deadJobs(tx),
    deliveryLanes(tx, now),
    queuedSendings(tx),
    waitingReceived(tx),
    failingMailboxes(tx),
  ]);
  const sum = (column: 'due' | 'running' | 'later') => jobs.reduce((total, row) => total + Number(row[column]), 0);
  const oldest = jobs.flatMap((row) => timeIn(row.oldest) ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    jobs: { due: { count: sum('due'), oldest: oldest ?? null }, running: sum('running'), later: sum('later'), dead },
    deliveries: {
      due: { count: Number(lanes.due), oldest: timeIn(lanes.oldest) },
      running: Number(lanes.running),
      later: Number(lanes.later),
    },
    sendings: waiting(sendings),
    received: waiting(received),
    failingMailboxes: mailboxes,
  };
}

/** As the databases give it: SQLite knows no type of what is not a column. */
type Count = number | string | null;
type Time = Date | number | string | null;
type Counted = { count: Count; oldest: Time };
type Found = { due: Count; running: Count; later: Count; oldest: Time };

const waiting = ({ count, oldest }: Counted): Waiting => ({ count: Number(count), oldest: timeIn(oldest) });
const timeIn = (value: Time) => (value === null ? null : new Date(value));

/** The pending jobs by kind; each next kind is found by a step in the index. */
async function waitingJobs(tx: Tx, now: Date): Promise<Found[]> {
  const ofKind = sql`jobs j where j.status = 'pending' and j.kind = found.kind`;
  const most = sql.lit(MOST_COUNTED);
  const { rows } = await sql<Found>`
    with recursive found (kind) as (
      select min(kind) from jobs where status = 'pending'
      union all
      select (select min(j.kind) from jobs j where j.status = 'pending' and j.kind > found.kind)
      from found where found.kind is not null
    )
    select
      (select count(*) from (select 1 as one from ${ofKind} and j.due_at <= ${now} limit ${most}) a) as due,
      (select count(*) from (select j.leased_until from ${ofKind} and j.due_at > ${now} limit ${most}) b
        where b.leased_until is not null) as running,
      (select count(*) from (select j.leased_until from ${ofKind} and j.due_at > ${now} limit ${most}) c
        where c.leased_until is null) as later,
      (select min(j.due_at) from ${ofKind} and j.due_at <= ${now}) as oldest
    from found where kind is not null`.execute(tx.db);
  return rows;
}

async function deadJobs(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: Count }>`
    select count(*) as count from (
      select 1 as one from jobs where status = 'dead' limit ${sql.lit(MOST_COUNTED)}
    ) dead`.execute(tx.db);
  return Number(rows[0]?.count ?? 0);
}

/** A lane that is being sent is due when its lease ends. */
async function deliveryLanes(tx: Tx, now: Date): Promise<Found> {
  const isDue = sql`due_at <= ${now}`;
  const { rows } = await sql<Found>`
    select
      sum(case when ${isDue} then 1 else 0 end) as due,
      sum(case when not (${isDue}) and held_by is not null then 1 else 0 end) as running,
      sum(case when not (${isDue}) and held_by is null then 1 else 0 end) as later,
      min(case when ${isDue} then due_at end) as oldest
    from (
      select due_at, held_by from delivery_lanes order by due_at limit ${sql.lit(MOST_COUNTED)}
    ) lanes`.execute(tx.db);
  return rows[0] ?? { due: 0, running: 0, later: 0, oldest: null };
}

async function queuedSendings(tx: Tx): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) as count, min(created_at) as oldest from (
      select created_at from sendings where status = 'queued' limit ${sql.lit(MOST_COUNTED)}
    ) queued`.execute(tx.db);
  return rows[0] ?? { count: 0, oldest: null };
}

async function waitingReceived(tx: Tx): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) as count, min(created_at) as oldest from (
      select created_at from received_events where status = 'waiting' limit ${sql.lit(MOST_COUNTED)}
    ) waiting`.execute(tx.db);
  return rows[0] ?? { count: 0, oldest: null };
}

/** There is one row for each e-mail inbox. */
async function failingMailboxes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: Count }>`
    select count(*) as count from mailboxes where failures > 0`.execute(tx.db);
  return Number(rows[0]?.count ?? 0);
}
