import Database from 'better-sqlite3';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './seed.ts';

/** Open descriptors of a process, and what each of them is. */
export type Descriptors = { sockets: number; files: number; pipes: number; others: number; names: string[] };

export function descriptorsOf(pid: number): Descriptors {
  const names = readdirSync(`/proc/${pid}/fd`).flatMap((number) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${number}`)];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
  const count = (kind: RegExp) => names.filter((name) => kind.test(name)).length;
  const [sockets, files, pipes] = [count(/^socket:/), count(/^\//), count(/^pipe:/)];
  return { sockets, files, pipes, others: names.length - sockets - files - pipes, names: names.toSorted() };
}

export const threadsOf = (pid: number) =>
  Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** What waits in the database. */
export type Waiting = {
  /** Jobs that are due or under way, of each kind. */
  jobs: Record<string, number>;
  /** Deliveries that are not finished, of each webhook. */
  deliveries: Record<string, number>;
  /** Mails that have come and are no messages yet; messages that are not sent yet; what the search index lacks. */
  received: number;
  sendings: number;
  unindexed: number;
};

/** Looks into the database of a server that runs. Megabytes are of its file, and of its write-ahead log. */
export type Looker = { waiting(): Waiting; megabytes(): { database: number; log: number }; close(): void };

export function openLooker(dataDir: string, { webhooks }: Place): Looker {
  const file = join(dataDir, 'parley.db');
  const database = new Database(file, { readonly: true });
  const jobs = database.prepare<[number], { kind: string; count: number }>(
    `select kind, count(*) as count from jobs where status = 'pending' and (due_at <= ? or leased_by is not null) group by kind`,
  );
  const deliveries = database
    .prepare<[number], number>(
      `select count(*) from deliveries where receiver_type = 'Webhook' and receiver_id = ? and finished_at is null`,
    )
    .pluck();
  const received = database
    .prepare<[], number>(`select count(*) from received_events where status = 'waiting'`)
    .pluck();
  const sendings = database.prepare<[], number>(`select count(*) from sendings where status = 'queued'`).pluck();
  const unindexed = database.prepare<[], number>('select count(*) from search_changes').pluck();
  const megabytes = (path: string) => statSync(path).size / 2 ** 20;
  return {
    waiting: () => ({
      jobs: Object.fromEntries(jobs.all(Date.now()).map(({ kind, count }) => [kind, count])),
      deliveries: Object.fromEntries(Object.entries(webhooks).map(([name, id]) => [name, deliveries.get(id) ?? 0])),
      received: received.get() ?? 0,
      sendings: sendings.get() ?? 0,
      unindexed: unindexed.get() ?? 0,
    }),
    megabytes: () => ({ database: megabytes(file), log: megabytes(`${file}-wal`) }),
    close: () => void database.close(),
  };
}
