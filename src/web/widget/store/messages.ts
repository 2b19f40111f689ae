import { batch, computed, type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import { fromWire, isShown, type Message } from './message.ts';
import type { WireMessage } from './wire.ts';

export type Messages = {
  /** Keys in the order of the thread: what the server has by id, then what waits by the time of writing. */
  order: ReadonlySignal<readonly string[]>;
  /** Keys of what the server does not have yet. */
  waiting: ReadonlySignal<readonly string[]>;
  get: (key: string) => Signal<Message> | undefined;
  byId: (id: number) => Signal<Message> | undefined;
  /** The greatest id; 0 = none. */
  newestId: () => number;
  /** The smallest id; null = none. */
  oldestId: () => number | null;
  /** Shows a message that is on its way; its key is the echo_id that it is sent with. */
  write: (message: Message) => void;
  change: (key: string, change: Partial<Message>) => void;
  remove: (key: string) => void;
  /** What `put` needs to know of the moment at which a request was sent. */
  now: () => number;
  /**
   * Takes messages of the server; returns those that are new. What was heard after `since`, the moment at which the
   * answer was asked for, is newer than the answer.
   */
  put: (wires: readonly WireMessage[], since?: number) => WireMessage[];
  /** Forgets all that the server has; what waits stays. */
  clear: () => void;
};

/** All messages of the conversation, each once: by the server's id, and until it has one by its echo_id. */
export function createMessages(): Messages {
  const rows = new Map<string, Signal<Message>>();
  const keys = new Map<number, string>();
  const changedAt = new Map<string, number>();
  const sent = signal<readonly number[]>([]);
  const waiting = signal<readonly string[]>([]);
  const order = computed(() => [...sent.value.map((id) => keys.get(id) ?? ''), ...waiting.value]);
  let clock = 0;

  /** Returns whether the message is new. */
  function settle(wire: WireMessage, since: number): boolean {
    const echo = wire.echo_id === undefined || wire.echo_id === null ? undefined : String(wire.echo_id);
    const known = keys.get(wire.id);
    const isWaiting = echo !== undefined && waiting.value.includes(echo);
    if (isWaiting) waiting.value = waiting.value.filter((key) => key !== echo);
    // Heard of without its echo_id before: the row that waited is the second one of the same message.
    if (isWaiting && known !== undefined && known !== echo) rows.delete(echo);

    const key = known ?? (isWaiting ? echo : `m${wire.id}`);
    if (known !== undefined && (changedAt.get(key) ?? 0) > since) return false;
    const message = fromWire(wire, key);
    const row = rows.get(key);
    if (row) row.value = message;
    else rows.set(key, signal(message));
    changedAt.set(key, clock);
    keys.set(wire.id, key);
    return known === undefined;
  }

  return {
    order,
    waiting,
    get: (key) => rows.get(key),
    byId: (id) => rows.get(keys.get(id) ?? ''),
    newestId: () => sent.peek().at(-1) ?? 0,
    oldestId: () => sent.peek()[0] ?? null,
    write(message) {
      if (rows.has(message.key)) return;
      rows.set(message.key, signal(message));
      waiting.value = [...waiting.value, message.key];
    },
    change(key, change) {
      const row = rows.get(key);
      if (row) row.value = { ...row.value, ...change };
    },
    remove(key) {
      if (!waiting.value.includes(key)) return;
      waiting.value = waiting.value.filter((other) => other !== key);
      rows.delete(key);
    },
    now: () => clock,
    put: (wires, since = Infinity) =>
      batch(() => {
        clock += 1;
        const added = wires.filter((wire) => isShown(wire) && settle(wire, since));
        const all = [...sent.value, ...added.map(({ id }) => id)];
        all.sort((a, b) => a - b);
        if (added.length > 0) sent.value = all;
        return added;
      }),
    clear: () =>
      batch(() => {
        for (const key of keys.values()) rows.delete(key);
        keys.clear();
        changedAt.clear();
        sent.value = [];
      }),
  };
}
