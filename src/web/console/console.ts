import { batch, type ReadonlySignal, signal } from '../kit/signals.ts';
import { newId } from '../kit/new-id.ts';
import { RequestError } from '../kit/request.ts';
import type { sendForm } from '../kit/send-form.ts';
import { createDrafts, type Drafts } from './store/drafts.ts';
import { type FileInfo, keyOfFile } from './store/files.ts';
import type { Keeper, Written } from './store/keeper.ts';
import type { List } from './store/list.ts';
import { isFollowedByServer, type ListQuery } from './store/list-query.ts';
import { createOutbox, type Outbox, type Outgoing } from './store/outbox.ts';
import { createRecents, type Recents } from './store/recents.ts';
import { createStore, type Store } from './store/store.ts';
import type { Thread } from './store/thread.ts';
import { createTyping, type Typing } from './store/typing.ts';
import { createViewing, VIEWING, type Viewing } from './store/viewing.ts';
import type { WireMessage } from './store/wire.ts';
import { type ConsoleApi, createConsoleApi } from './sync/api.ts';
import type { Change } from './store/changes.ts';
import { createCounts, type Counts } from './sync/counts.ts';
import { type Intent, type NewMessage, sendMessage } from './sync/intents.ts';
import { createLine, type LineState } from './sync/line.ts';
import { createLoader } from './sync/loader.ts';
import { createNotifications, type Notifications } from './sync/notifications.ts';
import { createSender } from './sync/sender.ts';
import { type FirstList, queryIn, requestStart, type StartAnswer } from './sync/start.ts';
import type { Tabs } from './sync/tabs.ts';
import { untilAnswered } from './sync/until-answered.ts';

/** A change that the server refused, and that was taken back. */
export type Refusal = { key: string; conversationId: number; status: number; reason: string };

/** The console of a user in an account, without its looks. */
export type Console = {
  api: ConsoleApi;
  store: Store;
  outbox: Outbox;
  drafts: Drafts;
  typing: Typing;
  viewing: Viewing;
  recents: Recents;
  counts: Counts;
  notifications: Notifications;
  /** The newest answer of the start request. */
  start: ReadonlySignal<StartAnswer>;
  line: ReadonlySignal<LineState>;
  /** What is shown comes from the last visit, until the server has answered. */
  isConfirmed: ReadonlySignal<boolean>;
  refusals: ReadonlySignal<readonly Refusal[]>;
  dismiss: (refusal: Refusal) => void;
  /** The session is over: nothing is sent or received any more. */
  isSignedOut: ReadonlySignal<boolean>;
  /** Whether this tab is the one of its browser that has the socket. */
  isLeading: () => boolean;
  /** Reads anew what the navigation lists, here and in the other tabs: saved views, of which no event tells. */
  refresh: () => Promise<void>;
  /** Opens the list, and keeps it up to date until `close`. */
  openList: (query: ListQuery) => { list: List; close: () => void };
  loadMore: (list: List) => Promise<void>;
  /** Opens the conversation with its newest messages, or with those around the message. */
  openThread: (conversationId: number, message?: number | null) => Thread;
  /** Tells the team which conversation is open here; null = none. */
  view: (conversationId: number | null) => void;
  loadOlder: (thread: Thread) => Promise<void>;
  /** Loads what follows a thread that lacks its newest messages. */
  loadNewer: (thread: Thread) => Promise<void>;
  /** Goes back to the newest messages. */
  loadNewest: (thread: Thread) => Promise<void>;
  /**
   * Shows the intent at once, and sends it in the order of the conversation. Returns its key. `after`: the key of a message, with which
   * the intent is taken back.
   */
  act: (conversationId: number, intent: Intent, after?: string) => string;
  /** Shows the message at once, and sends it after the time in which it can be taken back. Returns its key. */
  send: (conversationId: number, message: NewMessage, undoMs?: number) => string;
  /** Takes back what was not sent yet: the composer has it again. Returns whether it was. */
  undo: (key: string) => Promise<boolean>;
  /** Takes back a message of which files are being sent. */
  cancel: (key: string) => Promise<void>;
  /** How much of each message with files is sent, 0 to 1, by its key. */
  progress: ReadonlySignal<ReadonlyMap<string, number>>;
  /** The bytes of a file that waits; undefined = the browser does not have them. */
  bytesOf: (file: FileInfo) => Promise<Blob | undefined>;
  /** Sends a refused message again. */
  retry: (key: string) => void;
  discard: (key: string) => Promise<void>;
  /** Ends this tab's part, as when it is closed: what waits is sent by another tab, or at the next visit. */
  stop: () => void;
  /** Removes all that the browser keeps, and tells the other tabs. */
  signOut: () => Promise<void>;
};

export type ConsoleOptions = {
  origin: string;
  start: StartAnswer;
  /** The list in `start.conversations`. */
  first: FirstList;
  keeper: Keeper;
  tabs: Tabs;
  /** Headers of each request, instead of the cookie of a session. */
  headers?: Record<string, string>;
  /** Sends forms, instead of XMLHttpRequest. */
  sendForm?: typeof sendForm;
  /** Whether `start` is the snapshot of the last visit, not an answer. */
  isSnapshot?: boolean;
};

/** The key under which the browser keeps the last answer of the start request. */
export const SNAPSHOT = 'snapshot';

export function createConsole({
  origin,
  start,
  first,
  keeper,
  tabs,
  headers,
  sendForm: send,
  isSnapshot = false,
}: ConsoleOptions): Console {
  const { id: accountId } = start.account;
  const api = createConsoleApi(origin, accountId, headers, send);
  const current = signal(start);
  const isConfirmed = signal(!isSnapshot);
  const refusals = signal<readonly Refusal[]>([]);
  const isSignedOut = signal(false);
  const progress = signal<ReadonlyMap<string, number>>(new Map());
  const shown = new Map<List, number>();
  const outbox = createOutbox(keeper);
  const typing = createTyping();
  const viewing = createViewing();
  let newestWriting = 0;
  let isLeading = false;
  let isStopped = false;
  /** The number of the open conversation; null = none is open. */
  let openId: number | null = null;

  const store = createStore({
    userId: start.user.id,
    listIsBehind: (list) => loader.isBehind(list),
    unknownConversation: (id) => loader.unknown(id),
  });
  const asOf = () => line.newest();
  const loader = createLoader({ api, store, asOf, shownLists: () => shown.keys() });
  const counts = createCounts(api, start.counts);
  const notifications = createNotifications(api, start.notifications.unread_count);

  const sender = createSender({
    api,
    keeper,
    outbox,
    asOf,
    progressed(key, share) {
      noteProgress(key, share);
      tabs.tell({ is: 'progress', key, share });
    },
    answered(entry, answer, number) {
      takeAnswer(entry, answer, number);
      tabs.tell({ is: 'answered', key: entry.key, answer, asOf: number });
    },
    refused(entry, error) {
      if (error.status === 401) return endSession();
      dropAfter(entry.key);
      noteRefusal(entry, error.status, error.message);
      tabs.tell({ is: 'refused', key: entry.key, status: error.status, reason: error.message });
    },
  });

  const line = createLine({
    api,
    tabs,
    accountId,
    userId: start.user.id,
    url: `${origin.replace(/^http/, 'ws')}/cable`,
    pubsubToken: () => current.peek().user.pubsub_token,
    take,
    lost() {
      viewing.lost();
      store.lost();
    },
    caughtUp() {
      reloadShown();
      counts.refresh();
      notifications.refresh();
    },
    restart,
    async sendWaiting() {
      sender.isBack();
      await sender.idle();
    },
    refused: () => void checkSession(),
  });

  const drafts = createDrafts({
    keeper,
    async read(id) {
      const found = await api.request<{ has_draft: boolean; message?: string }>(
        'GET',
        `/conversations/${id}/draft_messages`,
      );
      return found.message ?? null;
    },
    async store(id, text) {
      const path = `/conversations/${id}/draft_messages`;
      await (text === '' ? api.request('DELETE', path) : api.request('PATCH', path, { body: { message: text } }));
    },
    kept: (conversationId, mode) => tabs.tell({ is: 'draft', conversationId, mode }),
  });

  outbox.follow(({ conversationId, key, change }, isThere) => {
    if (change && isThere) {
      store.conversations.pend(conversationId, { key, apply: (record) => ({ ...record, ...change }) });
    } else store.conversations.settle(conversationId, key);
    if (!isThere) noteProgress(key, null);
  });
  tabs.hear((note) => {
    if (note.is === 'outbox') void outbox.reload().then(() => isLeading && sender.flush());
    if (note.is === 'progress') noteProgress(note.key, note.share);
    if (note.is === 'answered') takeAnswerOf(note.key, note.answer, note.asOf);
    if (note.is === 'refused') void takeRefusal(note.key, note.status, note.reason);
    if (note.is === 'draft') void drafts.reload(note.conversationId, note.mode);
    if (note.is === 'ask' && isLeading) tabs.tell({ is: 'viewers', viewers: viewing.all() });
    if (note.is === 'viewers') viewing.take(note.viewers);
    if (note.is === 'settings') void refreshStart();
    if (note.is === 'signed out') endHere();
  });

  function take(change: Change, last: number): void {
    const { name, message, data } = change;
    typing.hear(change);
    viewing.hear(change);
    if (name.startsWith('conversation.typing_') || name === VIEWING) return;
    if (name.startsWith('notification.')) return notifications.take(change);
    batch(() => {
      // Its own event settles a message as its answer does.
      const echo = message && data['echo_id'];
      if (typeof echo === 'string' && outbox.find(echo)) void outbox.remove(echo);
      store.apply(change, last);
    });
    if (name.startsWith('conversation.') || name === 'message.created') counts.changed();
    if (name === 'account.cache_invalidated') void refreshStart();
  }

  function takeStart(answer: StartAnswer, isOfLastVisit = false): void {
    batch(() => {
      current.value = answer;
      counts.take(answer.counts);
      notifications.takeCount(answer.notifications.unread_count);
      const { last_event_id: asOf, conversations, conversation, messages } = answer;
      const listed = queryIn(answer, first);
      if (conversations && listed) {
        const { payload, meta } = conversations.data;
        for (const wire of payload) store.takeConversation(wire, asOf);
        const ids = payload.map(({ id }) => id);
        // The last visit may have begun with another list: then what belongs to this one is not known where only the server can tell.
        if (!isOfLastVisit || !isFollowedByServer(listed)) store.list(listed).list.takePage(1, ids, meta.count);
      }
      if (!conversation) return;
      store.takeConversation(conversation, asOf);
      if (!messages) return;
      store.thread(conversation.id);
      store.takeMessages(conversation.id, messages.payload, asOf, (thread, page) => thread.takePage(page, 0));
    });
  }

  /** Secrets stay in memory. */
  async function keepSnapshot(): Promise<void> {
    // After signing out, nothing is kept.
    if (isStopped) return;
    const answer = current.peek();
    await keeper.set(SNAPSHOT, { ...answer, user: { ...answer.user, pubsub_token: '' } });
  }

  async function restart(): Promise<number> {
    const answer = await requestStart(api, accountId, first);
    store.restart();
    takeStart(answer);
    if (openId !== null) void loader.loadNewest(store.thread(openId).thread);
    await keepSnapshot();
    return answer.last_event_id;
  }

  /** Names of inboxes, labels, members and teams, and what the user may see, which events do not tell. */
  async function refreshStart(): Promise<void> {
    const before = current.peek();
    const now = await requestStart(api, accountId, first).catch(() => null);
    if (!now || isStopped) return;
    current.value = now;
    const lost = without(before.inboxes, now.inboxes);
    const isOther = lost.length > 0 || without(now.inboxes, before.inboxes).length > 0 || now.role !== before.role;
    if (!isOther) return;
    batch(() => store.hideInboxes(lost));
    reloadShown();
    counts.refresh();
  }

  /** Reads anew what is shown. */
  function reloadShown(): void {
    const kept = new Set(shown.keys());
    store.dropLists(kept);
    for (const list of kept) void loader.reload(list);
    if (openId === null) return;
    void loader.loadConversation(openId).catch(() => {});
    void loader.fillGap(store.thread(openId).thread);
  }

  function takeAnswer(entry: Outgoing, answer: unknown, number: number): void {
    const { key, message, change, conversationId } = entry;
    batch(() => {
      if (message) store.takeAnswer(answer as WireMessage, number);
      if (change) store.conversations.patch(conversationId, (record) => ({ ...record, ...change }), number);
      void outbox.remove(key);
    });
  }

  function takeAnswerOf(key: string, answer: unknown, number: number): void {
    const entry = outbox.find(key);
    if (entry) takeAnswer(entry, answer, number);
  }

  /** Null = nothing more of it is sent. */
  function noteProgress(key: string, share: number | null): void {
    const others = [...progress.peek()].filter(([one]) => one !== key);
    if (share === null && others.length === progress.peek().size) return;
    progress.value = new Map(share === null ? others : [...others, [key, share]]);
  }

  function noteRefusal({ key, conversationId, message }: Outgoing, status: number, reason: string): void {
    if (!message) refusals.value = [...refusals.peek(), { key, conversationId, status, reason }];
    if (status === 404) void loader.loadConversation(conversationId).catch(() => {});
  }

  async function takeRefusal(key: string, status: number, reason: string): Promise<void> {
    const entry = outbox.find(key);
    if (entry) noteRefusal(entry, status, reason);
    await outbox.reload();
  }

  /** The socket may be refused while the session stands: its token changes with the password. */
  async function checkSession(): Promise<void> {
    const before = current.peek().user.pubsub_token;
    await confirm();
    if (current.peek().user.pubsub_token === before) return endSession();
    line.reopen();
  }

  /** Reads everything anew that is shown, until the server answers or refuses. */
  async function confirm(): Promise<void> {
    try {
      takeStart(
        await untilAnswered(
          () => requestStart(api, accountId, first),
          () => isStopped,
        ),
      );
      isConfirmed.value = true;
      await keepSnapshot();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (!isStopped) endSession();
    }
  }

  function endSession(): void {
    tabs.tell({ is: 'signed out' });
    endHere();
  }

  function endHere(): void {
    isSignedOut.value = true;
    stop();
  }

  function stop(): void {
    isStopped = true;
    line.stop();
    sender.stop();
    loader.stop();
    counts.stop();
    typing.stop();
    tabs.close();
  }

  /** Sends the entry as soon as the browser keeps it, and with it `also`. */
  async function keep(entry: Outgoing, also?: readonly Written[]): Promise<void> {
    await outbox.put(entry, also);
    tabs.tell({ is: 'outbox' });
    if (isLeading) sender.flush();
  }

  function put(entry: Omit<Outgoing, 'writtenAt'>, also?: readonly Written[]): string {
    newestWriting = Math.max(Date.now(), newestWriting + 1);
    void keep({ ...entry, writtenAt: newestWriting }, also);
    return entry.key;
  }

  function loadNewest(thread: Thread): Promise<void> {
    thread.clear();
    return loader.loadNewest(thread);
  }

  /** Takes back what goes with a message that is not sent. */
  function dropAfter(key: string): void {
    for (const entry of outbox.entries.peek()) if (entry.after === key) void outbox.remove(entry.key);
  }

  /** Removes the message from the outbox; the composer has it again. */
  async function takeBack({ key, conversationId, message }: Outgoing): Promise<void> {
    const { draft, files = [] } = message ?? {};
    dropAfter(key);
    await outbox.takeBack(key, draft ? [drafts.restore(conversationId, draft, files)] : []);
    tabs.tell({ is: 'outbox' });
  }

  takeStart(start, isSnapshot);
  // The last visit may have ended with another list: what of it belongs to this one is not all of this one.
  if (isSnapshot) store.expectLists();
  void outbox.reload().then(() => isLeading && sender.flush());
  tabs.whenLeading(() => {
    isLeading = true;
    void outbox.reload().then(sender.takeOver);
  });
  void begin();

  /** The socket needs the token of the present session, which a snapshot may not have. */
  async function begin(): Promise<void> {
    if (isSnapshot) await confirm();
    else await keepSnapshot();
    // After a snapshot, the events since that visit are read as well.
    if (!isStopped) line.start(start.last_event_id);
  }

  return {
    api,
    store,
    outbox,
    drafts,
    typing,
    viewing,
    recents: createRecents(keeper),
    counts,
    notifications,
    start: current,
    line: line.state,
    isConfirmed,
    refusals,
    dismiss: (refusal) => (refusals.value = refusals.peek().filter((one) => one !== refusal)),
    isSignedOut,
    isLeading: () => isLeading,
    async refresh() {
      tabs.tell({ is: 'settings' });
      await refreshStart();
    },
    openList(wanted) {
      const { list, isNew } = store.list(wanted);
      shown.set(list, (shown.get(list) ?? 0) + 1);
      // Lists that only the server can decide are not kept up to date while they are not shown.
      if (isNew || isFollowedByServer(wanted)) void loader.reload(list);
      return {
        list,
        close() {
          const left = (shown.get(list) ?? 1) - 1;
          if (left > 0) shown.set(list, left);
          else shown.delete(list);
        },
      };
    },
    loadMore: loader.loadMore,
    openThread(id, message = null) {
      const { thread, isNew } = store.thread(id);
      openId = id;
      if (!store.conversations.peek(id)) void loader.loadConversation(id).catch(() => {});
      const isReady = !isNew && thread.state.peek() === 'ready';
      const isThere = isReady && message !== null && thread.ids.peek().includes(message);
      if (message !== null && !isThere) void loader.loadAround(thread, message);
      else if (message === null && thread.hasNewer.peek()) void loadNewest(thread);
      else if (!isReady) void loader.loadNewest(thread);
      else if (thread.gap() !== null) void loader.fillGap(thread);
      return thread;
    },
    view: line.view,
    loadOlder: loader.loadOlder,
    loadNewer: loader.loadNewer,
    loadNewest,
    act: (conversationId, intent, after) =>
      put({ ...intent, key: newId(), conversationId, sendAt: Date.now(), ...(after !== undefined && { after }) }),
    send(conversationId, message, undoMs = 0) {
      const key = newId();
      const intent = sendMessage(conversationId, key, message);
      const also = message.draft && [drafts.empty(conversationId, message.draft.mode)];
      return put({ ...intent, key, conversationId, sendAt: Date.now() + undoMs }, also);
    },
    async undo(key) {
      const entry = outbox.find(key);
      if (!entry || entry.sendAt <= Date.now()) return false;
      await takeBack(entry);
      return true;
    },
    async cancel(key) {
      const entry = outbox.find(key);
      if (entry) await takeBack(entry);
    },
    progress,
    bytesOf: (file) => keeper.get<Blob>(keyOfFile(file)),
    retry(key) {
      const found = outbox.find(key);
      if (!found) return;
      const { problem: _, ...entry } = found;
      void keep(entry);
    },
    async discard(key) {
      await outbox.remove(key);
      tabs.tell({ is: 'outbox' });
    },
    stop,
    async signOut() {
      endSession();
      await keeper.clear();
    },
  };
}

/** The ids of those in `all` that are not among `others`. */
function without(all: readonly { id: number }[], others: readonly { id: number }[]): number[] {
  const known = new Set(others.map(({ id }) => id));
  return all.map(({ id }) => id).filter((id) => !known.has(id));
}
