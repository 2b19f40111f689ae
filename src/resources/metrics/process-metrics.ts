import { performance } from 'node:perf_hooks';
import type { BusyTime } from '../../db/busy-time.ts';
import type { Counts } from '../../counts/counts.ts';
import { SECOND } from '../../time.ts';
import { VERSION } from '../../version.ts';
import { type Metric, single } from './metrics-text.ts';

const MICROSECONDS = 1e6;

/** The metrics of this process. Names without Parley's prefix are the usual names of Node.js programs. */
export function processMetrics(counts: Counts, busy: BusyTime): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const asked = counts.requests.filter(({ statuses }) => statuses.size > 0);
  const all = counts.unmatched.statuses.size > 0 ? [...asked, counts.unmatched] : asked;
  return [
    {
      name: 'parley_build_info',
      help: 'The version that runs.',
      type: 'gauge',
      samples: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
    },
    single('gauge', 'process_start_time_seconds', 'When the process began, in Unix seconds.', startedAt()),
    single('counter', 'process_cpu_seconds_total', 'Time on processors.', (user + system) / MICROSECONDS),
    single('gauge', 'process_resident_memory_bytes', 'Memory of the process.', rss),
    single('gauge', 'nodejs_heap_size_used_bytes', 'The part of the heap that is in use.', heapUsed),
    single('gauge', 'nodejs_heap_size_total_bytes', 'The heap of JavaScript.', heapTotal),
    single(
      'gauge',
      'nodejs_external_memory_bytes',
      'Memory of what is outside of the heap and belongs to it.',
      external,
    ),
    {
      name: 'parley_event_loop_delay_seconds',
      help: 'How late the event loop was, looked at ten times a second.',
      type: 'histogram',
      samples: [{ value: counts.loopDelay }],
    },
    single('counter', 'parley_event_loop_busy_seconds_total', 'Time in which the event loop did not wait.', loopBusy()),
    {
      name: 'parley_http_requests_total',
      help: 'Answered requests.',
      type: 'counter',
      samples: all.flatMap(({ method, path: route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
    },
    {
      name: 'parley_http_request_duration_seconds',
      help: 'Time until the answer, where requests do not wait for events.',
      type: 'histogram',
      samples: all.flatMap(({ method, path: route, seconds }) =>
        seconds === null ? [] : [{ labels: { method, route }, value: seconds }],
      ),
    },
    single('counter', 'parley_failed_sign_ins_total', 'Attempts to sign in that were refused.', counts.failedSignIns),
    single('gauge', 'parley_sockets', 'Open sockets.', counts.sockets.open),
    single('counter', 'parley_sockets_opened_total', 'Sockets that were opened.', counts.sockets.opened),
    {
      name: 'parley_delivery_attempts_total',
      help: 'Attempts to deliver events to webhooks, bots and API inboxes; exhausted = failed, and the last one.',
      type: 'counter',
      samples: counts.deliveries.entries().map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'parley_channel_errors_total',
      help: 'What failed with the providers of inboxes: sending a message, handling what came, reading a mailbox.',
      type: 'counter',
      samples: counts.channelErrors.entries().map(([name, value]) => {
        const [provider = '', operation = ''] = name.split(' ');
        return { labels: { provider, operation }, value };
      }),
    },
    single(
      'counter',
      'parley_database_busy_seconds_total',
      'Time for which connections to the database were in use, of all together; SQLite has one.',
      busy.ms / SECOND,
    ),
  ];
}

const startedAt = () => performance.timeOrigin / SECOND;

const loopBusy = () => performance.eventLoopUtilization().active / SECOND;
