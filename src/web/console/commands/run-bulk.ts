import type { Signal } from '../../kit/signals.ts';
import { newId } from '../../kit/new-id.ts';
import { RequestError } from '../../kit/request.ts';
import type { Console } from '../console.ts';
import type { Conversation } from '../store/conversation.ts';
import type { Condition } from '../store/conditions.ts';
import { ownZone } from '../sync/own-zone.ts';
import { untilAnswered } from '../sync/until-answered.ts';
import { bulkBodyOf, type Change, type Undoing, undoingOf } from './changes.ts';

/** A change of many conversations, as it is told to the user. */
export type Job =
  | { is: 'running'; done: number; total: number; isUndo: boolean }
  | {
      is: 'done';
      total: number;
      failed: number;
      /** Why the first of the failed ones failed. */
      reason: string;
      isUndo: boolean;
      /** Takes the change back; null = that cannot be done. */
      undo: (() => void) | null;
    }
  /** The server has refused all of it. */
  | { is: 'refused'; error: unknown };

/** Which conversations: these, or all that meet the conditions. */
type Wanted =
  | { is: 'selected'; ids: readonly number[] }
  | { is: 'all'; match: { conditions: readonly Condition[]; type?: string }; count: number };

type BulkAction = {
  id: number;
  total_count: number;
  done_count: number;
  failed_count: number;
  errors: { error: string; message: string | null }[];
  finished_at: string | null;
};

/** The API takes so many numbers at once. */
const MOST_IDS = 2000;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1500;

/** Changes many conversations by one job of the server, whose progress and result are in `job`; `before`: as they were. */
export async function runBulk(
  console: Console,
  job: Signal<Job | null>,
  wanted: Wanted,
  change: Change,
  before: readonly Conversation[],
): Promise<void> {
  const undoings = wanted.is === 'selected' && before.length === wanted.ids.length ? undoingOf(change, before) : null;
  const undo = undoings && undoings.length > 0 ? () => void takeBack(console, job, undoings) : null;
  await run(console, job, [{ wanted, change }], undo);
}

function takeBack(console: Console, job: Signal<Job | null>, undoings: readonly Undoing[]): Promise<void> {
  const parts = undoings.map(({ ids, change }) => ({ wanted: { is: 'selected', ids } as const, change }));
  return run(console, job, parts, null, true);
}

type Part = { wanted: Wanted; change: Change };

async function run(
  console: Console,
  job: Signal<Job | null>,
  parts: readonly Part[],
  undo: (() => void) | null,
  isUndo = false,
): Promise<void> {
  const total = parts.reduce((sum, { wanted }) => sum + countOf(wanted), 0);
  let [done, failed, all] = [0, 0, 0];
  let reason = '';
  job.value = { is: 'running', done, total, isUndo };
  try {
    for (const { wanted, change } of parts) {
      for (const body of bodiesOf(wanted)) {
        const before = done;
        const asked = { type: 'Conversation', ...body, ...bulkBodyOf(change) };
        const ended = await followBulk(console, '/bulk_actions', asked, newId(), (count) => {
          job.value = { is: 'running', done: before + count, total, isUndo };
        });
        done += ended.done_count;
        failed += ended.failed_count;
        all += ended.total_count;
        const [first] = ended.errors;
        reason ||= first ? (first.message ?? first.error) : '';
      }
    }
    job.value = { is: 'done', total: all, failed, reason, isUndo, undo };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    job.value = { is: 'refused', error };
  }
}

/** The API wants at least one condition. */
const ANY: readonly Condition[] = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['all'] }];

const countOf = (wanted: Wanted) => (wanted.is === 'all' ? wanted.count : wanted.ids.length);

function bodiesOf(wanted: Wanted): object[] {
  if (wanted.is === 'all') {
    const { conditions, type } = wanted.match;
    return [
      {
        payload: conditions.length > 0 ? conditions : ANY,
        timezone: ownZone(),
        ...(type !== undefined && { conversation_type: type }),
      },
    ];
  }
  const starts = Array.from({ length: Math.ceil(wanted.ids.length / MOST_IDS) }, (_, index) => index * MOST_IDS);
  return starts.map((start) => ({ ids: wanted.ids.slice(start, start + MOST_IDS) }));
}

/** Has the server do something to many, once, however often that has to be asked for, and follows it to its end. @throws RequestError */
export async function followBulk(
  { api, isSignedOut }: Console,
  path: string,
  body: object,
  key: string,
  progress: (done: number) => void,
): Promise<BulkAction> {
  const isOver = () => isSignedOut.peek();
  const ask = (limitMs: number) => api.request<BulkAction>('POST', path, { body, key, limitMs });
  let action = await untilAnswered(ask, isOver);
  for (let pause = SHORTEST_PAUSE_MS; action.finished_at === null; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    progress(action.done_count);
    await new Promise((resolve) => setTimeout(resolve, pause));
    const look = (limitMs: number) => api.request<BulkAction>('GET', `/bulk_actions/${action.id}`, { limitMs });
    action = await untilAnswered(look, isOver);
  }
  return action;
}
