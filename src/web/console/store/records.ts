import { type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';

/** How current a record is: it reflects at least all events up to this number. */
export type AsOf = number;

/** A change that is shown before the server has answered it. */
export type Pending<T> = { key: string; apply: (record: T) => T };

export type Records<T> = {
  /** The record with its pending changes; undefined = not known, or deleted. Reading the signal follows the record. */
  get: (id: number) => ReadonlySignal<T | undefined>;
  peek: (id: number) => T | undefined;
  /** The record without its pending changes. */
  stored: (id: number) => T | undefined;
  /** Stores a record, unless a newer one is known. Returns whether it was stored. */
  take: (record: T, asOf: AsOf) => boolean;
  /**
   * Changes some values of a known record, unless it is newer than `asOf`. The other values stay as old as they are, so that events
   * before `asOf` which have not been heard yet still count.
   */
  patch: (id: number, change: (record: T) => T, asOf: AsOf) => void;
  /** The record was deleted, or may not be read any more; only an answer or event after `asOf` brings it back. */
  remove: (id: number, asOf: AsOf) => void;
  isRemoved: (id: number) => boolean;
  /** The user may not see the record for now: it counts as removed until it is taken again, however old it is. */
  hide: (id: number) => void;
  /** Forgets the record, as if it had never been known. */
  forget: (id: number) => void;
  pend: (id: number, pending: Pending<T>) => void;
  settle: (id: number, key: string) => void;
  /** Calls back with each record that changes; undefined `now` = it was deleted. */
  follow: (changed: (id: number, now: T | undefined, before: T | undefined) => void) => void;
  ids: () => Iterable<number>;
};

type Entry<T> = {
  stored: T | undefined;
  asOf: AsOf;
  shown: Signal<T | undefined>;
  pending: Pending<T>[];
  isRemoved: boolean;
};

/**
 * Records by id, each from the newest source. An answer and an event are compared by the number of the last event that each is
 * sure to include, and then by `version`, the record's own time of change: the event of a change that an answer includes may
 * arrive after the answer, with older values. A version of '' is not compared.
 */
export function createRecords<T extends { id: number }>(version: (record: T) => number | string): Records<T> {
  const entries = new Map<number, Entry<T>>();
  const followers: ((id: number, now: T | undefined, before: T | undefined) => void)[] = [];

  function entryOf(id: number): Entry<T> {
    const found = entries.get(id);
    if (found) return found;
    const made: Entry<T> = { stored: undefined, asOf: -1, shown: signal(undefined), pending: [], isRemoved: false };
    entries.set(id, made);
    return made;
  }

  function show(id: number, entry: Entry<T>): void {
    const before = entry.shown.peek();
    const { stored } = entry;
    const now = stored && entry.pending.reduce((record, { apply }) => apply(record), stored);
    entry.shown.value = now;
    if (now !== before) for (const changed of followers) changed(id, now, before);
  }

  function isOlder(entry: Entry<T>, record: T, asOf: AsOf): boolean {
    const { stored } = entry;
    if (asOf < entry.asOf || (entry.isRemoved && asOf === entry.asOf)) return true;
    if (stored === undefined) return false;
    const [is, was] = [version(record), version(stored)];
    return is !== '' && is < was;
  }

  function take(record: T, asOf: AsOf): boolean {
    const entry = entryOf(record.id);
    if (isOlder(entry, record, asOf)) return false;
    entry.stored = record;
    entry.asOf = asOf;
    entry.isRemoved = false;
    show(record.id, entry);
    return true;
  }

  return {
    get: (id) => entryOf(id).shown,
    peek: (id) => entries.get(id)?.shown.peek(),
    stored: (id) => entries.get(id)?.stored,
    take,
    patch(id, change, asOf) {
      const entry = entries.get(id);
      if (!entry?.stored || asOf < entry.asOf) return;
      entry.stored = change(entry.stored);
      show(id, entry);
    },
    remove(id, asOf) {
      const entry = entryOf(id);
      entry.isRemoved = true;
      entry.asOf = Math.max(asOf, entry.asOf);
      entry.stored = undefined;
      entry.pending = [];
      show(id, entry);
    },
    isRemoved: (id) => entries.get(id)?.isRemoved ?? false,
    hide(id) {
      const entry = entryOf(id);
      entry.stored = undefined;
      entry.asOf = -1;
      entry.pending = [];
      show(id, entry);
      entry.isRemoved = true;
    },
    forget(id) {
      const entry = entries.get(id);
      if (!entry) return;
      entry.stored = undefined;
      entry.asOf = -1;
      show(id, entry);
    },
    pend(id, pending) {
      const entry = entryOf(id);
      entry.pending = [...entry.pending.filter(({ key }) => key !== pending.key), pending];
      show(id, entry);
    },
    settle(id, key) {
      const entry = entries.get(id);
      if (!entry?.pending.some((one) => one.key === key)) return;
      entry.pending = entry.pending.filter((one) => one.key !== key);
      show(id, entry);
    },
    follow: (changed) => void followers.push(changed),
    *ids() {
      for (const [id, { stored }] of entries) if (stored) yield id;
    },
  };
}
