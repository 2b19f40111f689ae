import { batch, type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { Change } from '../store/changes.ts';
import { byTime, type Notification, notificationOf, type WireNotification } from '../store/notification.ts';
import type { ConsoleApi } from './api.ts';

/** The list in the browser; `failed`: the server did not give it. */
export type ListState = 'closed' | 'loading' | 'ready' | 'failed';

export type Notifications = {
  /** How many are unread. */
  unread: ReadonlySignal<number>;
  /** Those that were loaded or have come since, newest first. */
  all: ReadonlySignal<readonly Notification[]>;
  state: ReadonlySignal<ListState>;
  hasMore: ReadonlySignal<boolean>;
  /** Takes the frame of the socket, whose name begins with `notification.`. */
  take: (change: Change) => void;
  /** Takes the count of a start. */
  takeCount: (unread: number) => void;
  /** Calls back with each unread notification that is created. Returns what ends it. */
  follow: (came: (notification: Notification) => void) => () => void;
  /** Loads the newest, unless they are there. */
  open: () => void;
  loadMore: () => Promise<void>;
  /** Reads anew what may have been missed. */
  refresh: () => void;
  /** @throws RequestError, and shows what the server has, as do all that follow */
  mark: (one: Notification, isRead: boolean) => Promise<void>;
  markAllRead: () => Promise<void>;
  /** `until` in Unix seconds. */
  snooze: (one: Notification, until: number) => Promise<void>;
  remove: (one: Notification) => Promise<void>;
};

type Page = { data: { meta: { unread_count: number; count: number }; payload: WireNotification[] } };
type Told = { unread_count?: number; notification?: WireNotification };

const PATH = '/notifications';
/** As many as the server puts on a page. */
const PAGE = 15;

/** The user's notifications in an account. */
export function createNotifications(api: ConsoleApi, firstUnread: number): Notifications {
  const unread = signal(firstUnread);
  const all = signal<readonly Notification[]>([]);
  const state = signal<ListState>('closed');
  const hasMore = signal(false);
  const followers = new Set<(notification: Notification) => void>();
  /** Answers that were asked for before a change of this tab are older than what it shows. */
  let changes = 0;

  const put = (some: readonly Notification[]) => {
    const known = new Map(all.peek().map((one) => [one.id, one]));
    for (const one of some) known.set(one.id, one);
    all.value = [...known.values()].toSorted(byTime);
  };
  const drop = (id: number) => void (all.value = all.peek().filter((one) => one.id !== id));

  function ask(page: number): Promise<Page> {
    const query = new URLSearchParams({ page: String(page) });
    for (const included of ['read', 'snoozed']) query.append('includes[]', included);
    return api.request<Page>('GET', PATH, { query });
  }

  async function load(): Promise<void> {
    const before = changes;
    if (state.peek() !== 'ready') state.value = 'loading';
    try {
      const { data } = await ask(1);
      if (before !== changes) return await load();
      batch(() => {
        unread.value = data.meta.unread_count;
        all.value = data.payload.map(notificationOf).toSorted(byTime);
        hasMore.value = data.meta.count > data.payload.length;
        state.value = 'ready';
      });
    } catch {
      // A list that is there stays: the line that is back has it read again.
      if (state.peek() !== 'ready') state.value = 'failed';
    }
  }

  function refresh(): void {
    if (state.peek() !== 'closed') return void load();
    api.request<number>('GET', `${PATH}/unread_count`).then(
      (count) => (unread.value = count),
      // The next change, or the line that is back, brings the next attempt.
      () => {},
    );
  }

  /** Shows the change at once, and what the server has when the request fails. */
  async function change(show: () => void, request: () => Promise<unknown>): Promise<void> {
    changes += 1;
    batch(show);
    try {
      await request();
    } catch (error) {
      refresh();
      throw error;
    }
  }

  const count = (by: number) => (unread.value = Math.max(0, unread.peek() + by));
  const countOf = ({ isRead, snoozedUntil }: Notification) => (isRead || snoozedUntil !== null ? 0 : 1);
  const become = (before: Notification, now: Notification) => {
    put([now]);
    count(countOf(now) - countOf(before));
  };

  return {
    unread,
    all,
    state,
    hasMore,
    take({ name, data }) {
      const { unread_count: now, notification } = data as Told;
      changes += 1;
      batch(() => {
        if (now !== undefined) unread.value = now;
        if (!notification) return;
        if (name === 'notification.deleted') return drop(notification.id);
        const one = notificationOf(notification);
        if (state.peek() === 'ready') put([one]);
        if (name === 'notification.created' && countOf(one) === 1) for (const came of followers) came(one);
      });
    },
    takeCount: (now) => void (unread.value = now),
    follow(came) {
      followers.add(came);
      return () => followers.delete(came);
    },
    open() {
      if (state.peek() === 'closed' || state.peek() === 'failed') void load();
    },
    async loadMore() {
      const before = changes;
      const { data } = await ask(Math.floor(all.peek().length / PAGE) + 1);
      // What has changed meanwhile is older in the answer.
      if (before !== changes) return load();
      batch(() => {
        put(data.payload.map(notificationOf));
        hasMore.value = data.meta.count > all.peek().length && data.payload.length > 0;
      });
    },
    refresh,
    mark: (one, isRead) =>
      change(
        () => become(one, { ...one, isRead }),
        () => (isRead ? api.request('PATCH', `${PATH}/${one.id}`) : api.request('POST', `${PATH}/${one.id}/unread`)),
      ),
    markAllRead: () =>
      change(
        () => {
          all.value = all.peek().map((one) => ({ ...one, isRead: true }));
          unread.value = 0;
        },
        () => api.request('POST', `${PATH}/read_all`),
      ),
    snooze: (one, until) =>
      change(
        () => become(one, { ...one, snoozedUntil: new Date(until * 1000).toISOString() }),
        () => api.request('POST', `${PATH}/${one.id}/snooze`, { body: { snoozed_until: until } }),
      ),
    remove: (one) =>
      change(
        () => {
          drop(one.id);
          count(-countOf(one));
        },
        () => api.request('DELETE', `${PATH}/${one.id}`),
      ),
  };
}
