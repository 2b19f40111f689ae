import { RequestError } from '../../kit/request.ts';
import type { List } from '../store/list.ts';
import { parametersOf } from '../store/list-query.ts';
import type { Store } from '../store/store.ts';
import { PAGE, type Thread } from '../store/thread.ts';
import type { WireConversation, WireList, WireMessage, WirePage } from '../store/wire.ts';
import type { ConsoleApi } from './api.ts';
import { ownZone } from './own-zone.ts';
import { untilAnswered } from './until-answered.ts';

/** Changes of conversations that are not known are read together. */
const GATHER_MS = 50;
/** More unknown conversations are found by loading the lists again. */
const MOST_UNKNOWN = 10;
/** Messages of a page after an id. */
const MISSED_PAGE = 100;
/** Lists that only the server can decide are loaded no more often. */
const RELOAD_MS = 2000;

export type LoaderOptions = {
  api: ConsoleApi;
  store: Store;
  /** The number of the last event that is known, which an answer is sure to include. */
  asOf: () => number;
  /** The lists that are shown. */
  shownLists: () => Iterable<List>;
};

export type Loader = {
  /** Loads the first page of the list again. */
  reload: (list: List) => Promise<void>;
  /** Loads what follows in the list. */
  loadMore: (list: List) => Promise<void>;
  /** The conversation is read from the server, and deleted from the store when it is not there. */
  loadConversation: (id: number) => Promise<void>;
  loadNewest: (thread: Thread) => Promise<void>;
  loadOlder: (thread: Thread) => Promise<void>;
  /** Loads what follows a thread that lacks its newest messages. */
  loadNewer: (thread: Thread) => Promise<void>;
  /** Loads the message with those before and after it, in place of all others; the newest where the conversation lacks it. */
  loadAround: (thread: Thread, id: number) => Promise<void>;
  /** Loads the messages that the socket may have missed. */
  fillGap: (thread: Thread) => Promise<void>;
  /** The list has to be loaded again soon. */
  isBehind: (list: List) => void;
  /** A conversation that is not known has changed. */
  unknown: (id: number) => void;
  stop: () => void;
};

/** Reads from the server what the store lacks. A failure that may pass is tried again as long as the subject is wanted. */
export function createLoader({ api, store, asOf, shownLists }: LoaderOptions): Loader {
  const behind = new Set<List>();
  const unknownIds = new Set<number>();
  const loading = new Map<object | string, Promise<void>>();
  /** Loads that begin when the running ones of the same subjects have ended. */
  const next = new Map<object | string, Promise<void>>();
  let isStopped = false;
  let reloading: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  /** Runs a load that may not join a running one, because the subject has changed since that began. */
  function anew(what: object | string, load: (limitMs: number) => Promise<void>): Promise<void> {
    const running = loading.get(what);
    if (!running) return once(what, load);
    const waiting =
      next.get(what) ??
      running
        .catch(() => {})
        .then(() => once(what, load))
        .finally(() => next.delete(what));
    next.set(what, waiting);
    return waiting;
  }

  /** Runs the same load once at a time, until it succeeds or is refused. */
  function once(what: object | string, load: (limitMs: number) => Promise<void>): Promise<void> {
    const running = loading.get(what);
    if (running) return running;
    const started = untilAnswered(load, () => isStopped).finally(() => loading.delete(what));
    loading.set(what, started);
    return started;
  }

  async function loadPage(list: List, page: number, limitMs: number): Promise<void> {
    const number = asOf();
    const { payload, meta } = await requestPage(list, page, limitMs);
    for (const wire of payload) store.takeConversation(wire, number);
    list.takePage(
      page,
      payload.map(({ id }) => id),
      meta.count,
    );
  }

  async function requestPage({ query }: List, page: number, limitMs: number): Promise<WirePage> {
    if (!query.conditions) {
      return (await api.request<WireList>('GET', '/conversations', { query: parametersOf(query, page), limitMs })).data;
    }
    const body = { payload: query.conditions, timezone: ownZone() };
    return api.request<WirePage>('POST', '/conversations/filter', { query: { page: String(page) }, body, limitMs });
  }

  function refused(subject: List | Thread) {
    return (error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      subject.setState('failed', error.message);
    };
  }

  async function loadMessages(thread: Thread, query: Record<string, string>, limitMs: number): Promise<void> {
    const losses = thread.losses();
    const { payload, number } = await requestMessages(thread, query, limitMs);
    store.takeMessages(thread.conversationId, payload, number, (one, messages) => one.takePage(messages, losses));
  }

  async function loadAround(thread: Thread, id: number, limitMs: number): Promise<void> {
    const losses = thread.losses();
    const { payload: later, number } = await requestMessages(thread, { after: String(id - 1) }, limitMs);
    if (later[0]?.id !== id) {
      await loadMessages(thread, {}, limitMs);
      thread.missing.value = id;
      return;
    }
    const { payload: earlier } = await requestMessages(thread, { before: String(id) }, limitMs);
    const ends = { hasOlder: earlier.length >= PAGE, hasNewer: later.length >= MISSED_PAGE };
    store.takeMessages(thread.conversationId, [...earlier, ...later], number, (one, messages) =>
      one.takeAround(messages, ends, losses),
    );
  }

  async function loadNewer(thread: Thread, limitMs: number): Promise<void> {
    const losses = thread.losses();
    const { payload, number } = await requestMessages(thread, { after: String(thread.newest() ?? 0) }, limitMs);
    const isEnd = payload.length < MISSED_PAGE;
    store.takeMessages(thread.conversationId, payload, number, (one, messages) =>
      one.takeNewer(messages, isEnd, losses),
    );
  }

  async function loadMissed(thread: Thread, limitMs: number): Promise<void> {
    for (let after = thread.gap(); after !== null; after = thread.gap()) {
      const losses = thread.losses();
      const { payload, number } = await requestMessages(thread, { after: String(after) }, limitMs);
      const isEnd = payload.length < MISSED_PAGE;
      store.takeMessages(thread.conversationId, payload, number, (one, messages) => one.fill(messages, isEnd, losses));
    }
  }

  async function requestMessages({ conversationId: id }: Thread, query: Record<string, string>, limitMs: number) {
    const number = asOf();
    const path = `/conversations/${id}/messages`;
    const { payload } = await api.request<{ payload: WireMessage[] }>('GET', path, { query, limitMs });
    return { payload, number };
  }

  function loadConversation(id: number): Promise<void> {
    return anew(`conversation ${id}`, async (limitMs) => {
      const number = asOf();
      try {
        store.takeConversation(await api.request<WireConversation>('GET', `/conversations/${id}`, { limitMs }), number);
      } catch (error) {
        if (!(error instanceof RequestError) || error.status !== 404) throw error;
        store.conversations.remove(id, number);
      }
    });
  }

  const reload = (list: List) => anew(list, (limitMs) => loadPage(list, 1, limitMs)).catch(refused(list));

  function loadUnknown(): void {
    gathering = undefined;
    const ids = [...unknownIds];
    unknownIds.clear();
    if (ids.length > MOST_UNKNOWN) for (const list of shownLists()) void reload(list);
    else for (const id of ids) void loadConversation(id).catch(() => {});
  }

  return {
    reload,
    loadMore: (list) => once(list, (limitMs) => loadPage(list, list.nextPage(), limitMs)).catch(refused(list)),
    loadConversation,
    loadNewest: (thread) => once(thread, (limitMs) => loadMessages(thread, {}, limitMs)).catch(refused(thread)),
    // What runs may load something else of the thread.
    loadOlder: (thread) =>
      anew(thread, (limitMs) => loadMessages(thread, { before: String(thread.oldest() ?? 0) }, limitMs)).catch(
        refused(thread),
      ),
    loadNewer: (thread) => anew(thread, (limitMs) => loadNewer(thread, limitMs)).catch(refused(thread)),
    loadAround: (thread, id) => anew(thread, (limitMs) => loadAround(thread, id, limitMs)).catch(refused(thread)),
    fillGap: (thread) => once(thread, (limitMs) => loadMissed(thread, limitMs)).catch(refused(thread)),
    isBehind(list) {
      behind.add(list);
      reloading ??= setTimeout(() => {
        reloading = undefined;
        const shown = new Set(shownLists());
        for (const one of behind) if (shown.has(one)) void reload(one);
        behind.clear();
      }, RELOAD_MS);
    },
    unknown(id) {
      unknownIds.add(id);
      gathering ??= setTimeout(loadUnknown, GATHER_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(reloading);
      clearTimeout(gathering);
    },
  };
}
