import { setImmediate } from 'node:timers/promises';
import type { Subscriber } from './subscriber.ts';

/** Subscribers who arrive in an account in the same turn of the event loop. */
type Gathered = { people: Subscriber[]; stored: Promise<void> };

/**
 * Takes people one by one, and has `store` called once for those of an account who come in the same turn of the event loop:
 * when a server starts again, hundreds do. Resolves when that has been done.
 * @throws unknown what `store` throws
 */
export function gatherArrivals(
  store: (accountId: number, people: readonly Subscriber[]) => Promise<void>,
): (who: Subscriber) => Promise<void> {
  const gathering = new Map<number, Gathered>();

  async function storeLater(accountId: number, people: readonly Subscriber[]): Promise<void> {
    await setImmediate();
    gathering.delete(accountId);
    await store(accountId, people);
  }

  function begin(accountId: number): Gathered {
    const people: Subscriber[] = [];
    const begun = { people, stored: storeLater(accountId, people) };
    gathering.set(accountId, begun);
    return begun;
  }

  return (who) => {
    const { people, stored } = gathering.get(who.accountId) ?? begin(who.accountId);
    people.push(who);
    return stored;
  };
}
