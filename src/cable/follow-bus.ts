import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { followEvents } from '../events/feed/follow-events.ts';
import { horizonOf } from '../events/feed/horizon.ts';
import { announce } from './announce/announce.ts';
import { type Heard, parseHeard } from './announce/heard.ts';
import { OtherPrograms } from './other-programs.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * How much is told at once: so many changes of an account, and frames. An import tells of thousands of contacts, each of
 * them to everyone: other accounts have their turns meanwhile, and after `WORK_MS` requests and deliveries have as long as
 * the telling took, at most `LONGEST_REST_MS`.
 */
const MOST_AT_ONCE = 200;
const MOST_FRAMES_AT_ONCE = 1000;
const WORK_MS = 5;
const LONGEST_REST_MS = 100;
/** With more waiting than this, clients connect again instead, and fetch what they have missed. */
const MOST_WAITING = 20_000;
/** Most echoes that wait for the events of their messages, which follow closely. */
const MOST_ECHOES = 1000;

/**
 * Tells listeners what commits tell, the accounts in turns, each in the order of its commits. `lose` is called when
 * something may not have been told. Returns a function that ends it.
 */
export function followBus(
  app: App,
  subscriptions: Subscriptions,
  lose: (reason: unknown) => void,
): () => Promise<void> {
  /** By account, the one whose turn is next first. */
  const waiting = new Map<number, Heard[]>();
  let count = 0;
  let isRunning = false;
  const echoes = new LRUCache<number, string | number>({ max: MOST_ECHOES });

  async function run(): Promise<void> {
    isRunning = true;
    let worked = 0;
    for (let next = takeNext(); next !== null; next = takeNext()) {
      const { accountId, heard } = next;
      const started = performance.now();
      for (const one of heard) if (one.is === 'echo') echoes.set(one.messageId, one.echoId);
      await announce(app, subscriptions, accountId, { heard, echoes }).catch(lose);
      worked += performance.now() - started;
      if (waiting.size === 0 || worked < WORK_MS) continue;
      await setTimeout(Math.min(worked, LONGEST_REST_MS));
      worked = 0;
    }
    isRunning = false;
  }

  /** The next changes to announce, of the account whose turn it is; null = none wait. */
  function takeNext(): { accountId: number; heard: Heard[] } | null {
    const [first] = waiting;
    if (!first) return null;
    const [accountId, all] = first;
    const listeners = Math.max(1, subscriptions.inAccount(accountId).size);
    const most = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(MOST_FRAMES_AT_ONCE / listeners)));
    const heard = all.splice(0, most);
    count -= heard.length;
    waiting.delete(accountId);
    if (all.length > 0) waiting.set(accountId, all);
    return { accountId, heard };
  }

  function hear(heard: readonly Heard[]): void {
    for (const one of heard) if (subscriptions.inAccount(one.accountId).size > 0) wait(one);
    if (count > MOST_WAITING) {
      forgetWaiting();
      lose('too much is waiting');
    } else if (!isRunning) void run();
  }

  function wait(one: Heard): void {
    const same = waiting.get(one.accountId);
    if (same) same.push(one);
    else waiting.set(one.accountId, [one]);
    count += 1;
  }

  function forgetWaiting(): void {
    waiting.clear();
    count = 0;
  }

  const others = new OtherPrograms(
    app,
    () => !subscriptions.isEmpty,
    (arrivals) => hear(arrivals.map((arrival) => ({ is: 'event', ...arrival }))),
    // Such as "parley accounts suspend".
    () => hear(subscriptions.accountIds.map((accountId) => ({ is: 'access ended', accountId }))),
  );
  subscriptions.onAdd = () => others.start();
  const ignoreBus = app.bus.onTold({
    hear(texts) {
      if (subscriptions.isEmpty && !others.isLooking) return;
      const heard = texts.map(parseHeard).filter((one) => one !== null);
      hear(heard.filter((one) => one.is !== 'event' || others.note(one.id)));
    },
    miss: () => lose('the connection to PostgreSQL was lost'),
  });
  let stopReading = () => {};
  /** Where no notifications arrive, events are looked for each second. */
  const readInstead = (isReceiving: boolean) => {
    stopReading();
    stopReading = () => {};
    if (isReceiving) return;
    stopReading = followEvents(app, (arrivals) => hear(arrivals.map((arrival) => ({ is: 'event', ...arrival }))));
    // At once, because what is written before the first look counts as known.
    void horizonOf(app.tx())
      .look(app.tx())
      .catch(() => {});
  };
  readInstead(app.bus.isReceiving);
  const ignoreReceiving = app.bus.onReceiving((isReceiving) => {
    readInstead(isReceiving);
    lose(isReceiving ? 'notifications arrive again' : 'notifications did not arrive');
  });

  return async () => {
    ignoreBus();
    ignoreReceiving();
    stopReading();
    forgetWaiting();
    await others.stop();
  };
}
