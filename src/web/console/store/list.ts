import { sorted } from '../../kit/sorted.ts';
import { batch, type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { Conversation } from './conversation.ts';
import { belongs, compareBy, type ListQuery } from './list-query.ts';
import type { Records } from './records.ts';

export type ListState = 'loading' | 'ready' | 'failed';

/** A list of conversations: ids in order, as far as the server's list has been loaded. */
export type List = {
  query: ListQuery;
  /** The ids in the order in which the list shows them. */
  rows: ReadonlySignal<readonly number[]>;
  /** How many rows have come or moved up since the order was held. */
  newer: ReadonlySignal<number>;
  state: ReadonlySignal<ListState>;
  /** Why it could not be loaded, in the server's words; '' = these are not known. */
  problem: ReadonlySignal<string>;
  /** How many the whole list had when its first page was loaded; null = not known. */
  count: ReadonlySignal<number | null>;
  /** Whether the server's list goes on after the last row. */
  hasMore: ReadonlySignal<boolean>;
  /** Holds the order of the rows, so that a click opens the row that was under the pointer; or shows what has changed. */
  hold: (isHeld: boolean) => void;
  /** Shows the present order, and goes on holding. */
  refresh: () => void;
  /** The number of the page to load next. */
  nextPage: () => number;
  /** Takes a page of the server's list, whose conversations are in the records; `count`: how many the whole list has. */
  takePage: (page: number, ids: readonly number[], count?: number) => void;
  /**
   * A conversation has changed; undefined = it was deleted. `isActive`: its activity is later than all others, also within the same
   * second. Returns whether the server has to be asked for the list.
   */
  changed: (id: number, now: Conversation | undefined, isActive: boolean) => boolean;
  setState: (state: ListState, problem?: string) => void;
};

/** Conversations of a page, as the server has them where a request does not say otherwise. */
const PAGE = 15;

export function createList(query: ListQuery, records: Records<Conversation>, userId: number): List {
  const rows = signal<readonly number[]>([]);
  const newer = signal(0);
  const state = signal<ListState>('loading');
  const problem = signal('');
  const count = signal<number | null>(null);
  const hasMore = signal(false);
  const compare = compareBy(query.sort);
  let ids: readonly number[] = [];
  /** The last row of the pages that were loaded; after it, the list may have gaps. Null = nothing was loaded. */
  let end: Conversation | null = null;
  let isHeld = false;
  /** When the rows were last active, as they are shown. */
  let shownActivity = new Map<number, number>();

  const known = (all: readonly number[]) => all.flatMap((id) => records.peek(id) ?? []);
  /** Sorts the ids; equal ones stay as they are. */
  const inOrder = (all: readonly number[]) => sorted(known(all), compare).map(({ id }) => id);
  /** With an id that was active last put among its equals. */
  const withLatest = (id: number) => {
    const others = ids.filter((one) => one !== id);
    return inOrder(query.sort === 'last_activity_at_asc' ? [...others, id] : [id, ...others]);
  };

  function show(): void {
    rows.value = ids;
    newer.value = 0;
    shownActivity = new Map(known(ids).map(({ id, lastActivityAt }) => [id, lastActivityAt]));
  }

  /** Rows are always added to what was empty, and after the last row, also while the order is held. */
  function update(next: readonly number[], added: readonly number[] = []): void {
    ids = next;
    if (!isHeld || rows.peek().length === 0) return show();
    const shown = new Set(rows.peek());
    const more = next.filter((id) => added.includes(id) && !shown.has(id));
    if (more.length > 0) rows.value = [...rows.peek(), ...more];
    for (const { id, lastActivityAt } of known(more)) shownActivity.set(id, lastActivityAt);
    newer.value = known(ids).filter(({ id, lastActivityAt }) => {
      const shown = shownActivity.get(id);
      return shown === undefined || lastActivityAt > shown;
    }).length;
  }

  return {
    query,
    rows,
    newer,
    state,
    problem,
    count,
    hasMore,
    hold(held) {
      isHeld = held;
      if (!held) show();
    },
    refresh: show,
    nextPage: () => Math.floor(ids.length / PAGE) + 1,
    takePage(page, loaded, counted) {
      const isWhole = loaded.length < PAGE;
      const last = records.peek(loaded.at(-1) ?? 0) ?? null;
      // Rows that the server's page would have, had they not left the list; those of later pages may have left it unnoticed
      // where only the server knows.
      const isStale = (one: Conversation) =>
        page === 1 &&
        !loaded.includes(one.id) &&
        (isWhole || !last || compare(one, last) < 0 || isUndecided(belongs(one, query, userId)));
      // Rows that were known before everything was loaded anew may have changed unnoticed.
      const before = state.peek() === 'loading' ? [] : known(ids);
      const kept = before.filter((one) => !isStale(one) && belongs(one, query, userId) !== false);
      const fitting = loaded.filter((id) => fits(records.peek(id)));
      const all = new Set([...fitting, ...kept.map(({ id }) => id)]);
      batch(() => {
        const hasPagesAfter = page === 1 && before.length > 0 && end && last && compare(end, last) > 0;
        if (!hasPagesAfter || isWhole) {
          end = last ?? end;
          hasMore.value = !isWhole;
        }
        state.value = 'ready';
        if (page === 1 && counted !== undefined) count.value = counted;
        update(inOrder([...all]), page === 1 ? [] : fitting);
      });
    },
    changed(id, now, isActive) {
      const isIn = ids.includes(id);
      const decision = now ? belongs(now, query, userId) : false;
      if (decision === null && !isIn) return true;
      const isAsked = isUndecided(decision);
      if (decision !== false && now && (isIn || isLoaded(now))) {
        update(isActive || !isIn ? withLatest(id) : inOrder(ids));
      } else if (isIn && !decision) update(ids.filter((one) => one !== id));
      return isAsked;
    },
    setState: (next, reason = '') =>
      batch(() => {
        state.value = next;
        problem.value = reason;
      }),
  };

  /** Whether a conversation may leave the list without the store being able to tell. */
  function isUndecided(decision: boolean | null): boolean {
    return decision === null && query.conditions !== undefined;
  }

  function fits(conversation: Conversation | undefined): boolean {
    return conversation !== undefined && belongs(conversation, query, userId) !== false;
  }

  /** Whether the place of the conversation is in the part of the list that was loaded. */
  function isLoaded(conversation: Conversation): boolean {
    return state.peek() !== 'loading' && (!hasMore.peek() || (end !== null && compare(conversation, end) <= 0));
  }
}
