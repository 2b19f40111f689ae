import type { App } from '../../app.ts';
import { SECOND } from '../../time.ts';
import type { Arrival } from './arrivals.ts';
import { horizonOf } from './horizon.ts';

/** How soon to look again where numbers are missing: a transaction that is rolled back says nothing. */
const GAP_MS = 20;
/** How often to look although nothing was heard, such as of commands that write to the SQLite file. */
const QUIET_MS = SECOND;

type Listener = (arrivals: readonly Arrival[]) => void;

/**
 * Calls `listener` with the events that can be read from now on, in their order, soon after they are committed by any
 * process. Returns a function that ends it.
 */
export function followEvents(app: App, listener: Listener): () => void {
  const follower = followers.get(app.installation) ?? new Follower(app);
  followers.set(app.installation, follower);
  return follower.add(listener);
}

const followers = new WeakMap<object, Follower>();

/** Looks for new events while there are listeners; a single one per process. */
class Follower {
  readonly #app: App;
  readonly #listeners = new Set<Listener>();
  #stop: (() => void) | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  }

  #start(): () => void {
    const horizon = horizonOf(this.#app.tx());
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      // If the database cannot be reached, readers get the error themselves.
      await horizon.look(this.#app.tx()).catch(() => {});
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(look, horizon.hasGap ? GAP_MS : QUIET_MS).unref();
    };
    const ends = [
      horizon.onArrivals((arrivals) => {
        for (const listener of this.#listeners) listener(arrivals);
      }),
      this.#app.bus.onNotify(() => void look()),
    ];
    timer = setTimeout(look, QUIET_MS).unref();
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }
}
