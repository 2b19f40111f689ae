import type { Figures } from './figures.ts';

/** A row of the screen; one with `isTrouble` stands out. */
export type Row = { name: string; text: string; isTrouble: boolean };

/** Work that has been due for longer than this is late: a running server begins it within seconds. */
const LATE_SECONDS = 60;

/** The figures in words, each row in less than 80 columns together with its name. */
export function rowsOf(figures: Figures): Row[] {
  const {
    requests,
    sockets,
    jobs,
    deliveries,
    messages,
    memory_bytes: memory,
    processor,
    event_loop: loop,
    database,
  } = figures;
  const row = (name: string, parts: string[], isTrouble = false): Row => ({ name, text: parts.join('   '), isTrouble });
  const late = (work: { oldest_due_seconds: number } | null) => work !== null && work.oldest_due_seconds > LATE_SECONDS;
  const times = [`p50 ${inMs(requests.p50_ms)}`, `p99 ${inMs(requests.p99_ms)}`];
  const failed = requests.errors_per_second > 0 ? [`${number(requests.errors_per_second)} failed`] : [];
  return [
    row('requests', [`${number(requests.per_second)} a second`, ...times, ...failed], failed.length > 0),
    row('sockets', [`${number(sockets)} open`]),
    row('jobs', jobs ? [...waiting(jobs), `${number(jobs.dead)} given up`] : ['not known'], late(jobs)),
    row(
      'deliveries',
      deliveries ? [...waiting(deliveries), `${number(deliveries.attempts_per_second)} a second`] : ['not known'],
      late(deliveries),
    ),
    row(
      'messages',
      messages ? [`${number(messages.to_send)} to send`, `${number(messages.to_handle)} to handle`] : ['not known'],
    ),
    row('memory', [inBytes(memory), `processor ${percent(processor)}`]),
    row('event loop', [`busy ${percent(loop.busy)}`, `late p99 ${inMs(loop.delay_p99_ms)}`]),
    row(
      'database',
      [database.up ? inBytes(database.size_bytes ?? 0) : 'does not answer', `busy ${percent(database.busy)}`],
      !database.up,
    ),
  ];
}

/** "Parley 0.2.0 at http://127.0.0.1:3000, up 2 h 5 min" */
export function titleOf({ version, uptime_seconds: uptime }: Figures, url: string): string {
  return `Parley ${version} at ${url}, up ${duration(uptime)}`;
}

function waiting({
  due,
  running,
  later,
  oldest_due_seconds: oldest,
}: NonNullable<Figures['deliveries'] | Figures['jobs']>): string[] {
  const since = due > 0 ? ` for ${duration(Math.round(oldest))}` : '';
  return [`${number(due)} due${since}`, `${number(running)} running`, `${number(later)} later`];
}

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });
const percent = (part: number) => `${Math.round(part * 100)} %`;

function inMs(ms: number | null): string {
  if (ms === null) return '-';
  return ms >= 1000 ? `${number(ms / 1000)} s` : `${ms.toLocaleString('en', { maximumSignificantDigits: 2 })} ms`;
}

function inBytes(bytes: number): string {
  return bytes >= 1e9 ? `${number(bytes / 1e9)} GB` : `${number(Math.ceil(bytes / 1e6))} MB`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
