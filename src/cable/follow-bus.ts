import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { announce } from './announce/announce.ts';
import { type Heard, parseHeard } from './announce/heard.ts';
import { OtherPrograms } from './other-programs.ts';
import type { Subscriptions } from './subscriptions.ts';

/** How much is told at once. */
const MOST_AT_ONCE = 200;
/** With more waiting than this, clients connect again instead, and fetch what they have missed. */
const MOST_WAITING = 20_000;
/** An echo waits for the event of its message, which follows it closely. */
const MOST_ECHOES = 1000;

/**
 * Tells listeners what commits tell, one account after the other, in the order of the commits. `lose` is called when
 * something may not have been told. Returns a function that ends it.
 */
export function followBus(
  app: App,
  subscriptions: Subscriptions,
  lose: (reason: unknown) => void,
): () => Promise<void> {
  let waiting: Heard[] = [];
  let isRunning = false;
  const echoes = new LRUCache<number, string | number>({ max: MOST_ECHOES });

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const next = waiting.splice(0, MOST_AT_ONCE);
      for (const one of next) if (one.is === 'echo') echoes.set(one.messageId, one.echoId);
      const byAccount = Map.groupBy(next, ({ accountId }) => accountId);
      for (const [accountId, heard] of byAccount) {
        await announce(app, subscriptions, accountId, { heard, echoes }).catch(lose);
      }
    }
    isRunning = false;
  }

  function hear(heard: readonly Heard[]): void {
    for (const one of heard) if (subscriptions.inAccount(one.accountId).size > 0) waiting.push(one);
    if (waiting.length > MOST_WAITING) {
      waiting = [];
      lose('too much is waiting');
    } else if (!isRunning) void run();
  }

  const others = new OtherPrograms(
    app,
    () => subscriptions.accountIds.length > 0,
    (arrivals) => hear(arrivals.map((arrival) => ({ is: 'event', ...arrival }))),
  );
  subscriptions.onAdd = () => others.start();
  const ignoreBus = app.bus.onTold({
    hear(texts) {
      const heard = texts.map(parseHeard).filter((one) => one !== null);
      hear(heard.filter((one) => one.is !== 'event' || others.note(one.id)));
    },
    miss: () => lose('the connection to PostgreSQL was lost'),
  });

  return async () => {
    ignoreBus();
    await others.stop();
  };
}
