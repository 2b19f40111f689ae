import { signal, type ReadonlySignal } from '../../kit/signals.ts';
import { type Cable, openCable } from '../../kit/cable.ts';
import { newId } from '../../kit/new-id.ts';
import { limitAfter, pauseAfter, RequestError } from '../../kit/request.ts';
import type { ConsoleApi } from './api.ts';
import { catchUp } from './catch-up.ts';
import { type Change, changeOfFrame } from '../store/changes.ts';
import type { Tabs } from './tabs.ts';

/** What waits in the outbox goes out before reading, so that messages do not appear twice; reading waits no longer. */
const LONGEST_SENDING_MS = 300;

export type LineState = { isUp: boolean; /** Since when, in Unix milliseconds. */ since: number };

export type LineOptions = {
  api: ConsoleApi;
  tabs: Tabs;
  accountId: number;
  userId: number;
  /** `wss://.../cable` */
  url: string;
  /** The present token of the user's session. */
  pubsubToken: () => string;
  /** Takes a change; `last` is the number of the last event before it. */
  take: (change: Change, last: number) => void;
  /** From now on something may be missed. */
  lost: () => void;
  /** All missed events have been taken: only changes without an event may be missing. */
  caughtUp: () => void;
  /** So much was missed that everything has to be read anew; resolves to the number of the last event then. @throws RequestError */
  restart: () => Promise<number>;
  /** This tab's socket is up: resolves when what waits has been sent. */
  sendWaiting: () => Promise<void>;
  /** The server has ended the subscription: the session, the password or the membership is over. */
  refused: () => void;
};

export type Line = {
  state: ReadonlySignal<LineState>;
  /** The number of the last event that was heard: the server has it, so that the answer to a request from now on includes it. */
  newest: () => number;
  /** Begins after the event with this number. */
  start: (last: number) => void;
  /** Tells the team which conversation this tab has open; null = none. */
  view: (conversationId: number | null) => void;
  /** Opens the socket anew, with the present token. */
  reopen: () => void;
  stop: () => void;
};

/** Keeps what one tab knows up to date: by the socket of the leading tab, and after each gap by the feed of events. */
export function createLine(options: LineOptions): Line {
  const { api, tabs, accountId, userId, url, pubsubToken, take, lost, caughtUp, restart, sendWaiting, refused } =
    options;
  const state = signal<LineState>({ isUp: false, since: Date.now() });
  let last = 0;
  /** The newest event of the socket since it is up, which may be later than events that are being read. */
  let heard = 0;
  let isReading = false;
  let isReadAgain = false;
  let isStopped = false;
  let cable: Cable | null = null;
  /** The present connection of the socket; null = there is none. */
  let connection: object | null = null;
  /** The open conversations by the tabs that have them open, of which the leading one tells. */
  const viewed = new Map<string, number>();
  const ownTab = newId();
  let retry: ReturnType<typeof setTimeout> | undefined;

  function setUp(isUp: boolean, since: number): void {
    if (isUp === state.peek().isUp) return;
    state.value = { isUp, since };
    // Also at the end of a gap: in it, more may have been loaded, of which nothing told what happened next.
    lost();
    if (isUp) return read();
    heard = 0;
  }

  function hear(frame: unknown, after: number): void {
    if (!state.peek().isUp) return;
    const change = changeOfFrame(frame, accountId);
    if (!change) return;
    // A tab that slept has not heard what came before.
    if (after > Math.max(last, heard) && !isReading) {
      lost();
      tabs.tell({ is: 'ask' });
      read();
    }
    take(change, Math.max(last, heard));
    heard = Math.max(heard, change.number ?? 0);
    if (!isReading) last = Math.max(last, heard);
  }

  function read(failures = 0): void {
    clearTimeout(retry);
    if (isStopped) return;
    if (isReading) {
      isReadAgain = true;
      return;
    }
    isReading = true;
    readAll(limitAfter(failures))
      .then(
        () => caughtUp(),
        (error: unknown) => {
          if (!(error instanceof RequestError)) throw error;
          if (state.peek().isUp) retry = setTimeout(() => read(failures + 1), pauseAfter(error, failures));
        },
      )
      .finally(() => {
        isReading = false;
        if (isReadAgain) {
          isReadAgain = false;
          read();
        }
      });
  }

  async function readAll(limitMs: number): Promise<void> {
    const isWhole = await catchUp(api, last, limitMs, (changes, upTo) => {
      for (const change of changes) take(change, last);
      last = Math.max(last, upTo);
    });
    if (!isWhole) last = Math.max(last, await restart());
    if (state.peek().isUp) last = Math.max(last, heard);
  }

  function noteView(tab: string, conversationId: number | null): void {
    if (viewed.get(tab) === (conversationId ?? undefined)) return;
    if (conversationId === null) viewed.delete(tab);
    else viewed.set(tab, conversationId);
    tellViews();
  }

  const tellViews = () => cable?.perform('view', { conversation_ids: [...new Set(viewed.values())] });

  function tellOwnView(): void {
    tabs.tell({ is: 'view', tab: ownTab, conversationId: viewed.get(ownTab) ?? null });
  }

  function lead(): void {
    if (isStopped) return;
    tabs.tell({ is: 'who views' });
    // Another tab may have led until now: between its socket and this one there is a gap.
    announce(false, Date.now());
    cable = openCable({
      url,
      identifier: JSON.stringify({
        channel: 'RoomChannel',
        pubsub_token: pubsubToken(),
        account_id: accountId,
        user_id: userId,
      }),
      hear(frame) {
        const after = Math.max(last, heard);
        hear(frame, after);
        tabs.tell({ is: 'frame', frame, after });
      },
      up() {
        const soon = new Promise((resolve) => setTimeout(resolve, LONGEST_SENDING_MS));
        const now = {};
        connection = now;
        void Promise.race([sendWaiting(), soon]).then(() => connection === now && rise());
      },
      down(since) {
        connection = null;
        announce(false, since);
      },
      refused,
      isWatched: () => !globalThis.document?.hidden,
    });
  }

  /** The socket is up, and what waited has been sent. */
  function rise(): void {
    announce(true, Date.now());
    // The answers are only heard from now on.
    tellViews();
  }

  function announce(isUp: boolean, since: number): void {
    if (isStopped) return;
    setUp(isUp, since);
    tabs.tell({ is: 'line', isUp, since });
  }

  tabs.hear((note) => {
    if (note.is === 'frame') hear(note.frame, note.after);
    if (note.is === 'line') setUp(note.isUp, note.since);
    if (note.is === 'ask' && cable) tabs.tell({ is: 'line', ...state.peek() });
    if (note.is === 'view') noteView(note.tab, note.conversationId);
    if (note.is === 'who views') tellOwnView();
  });

  return {
    state,
    newest: () => Math.max(last, heard),
    start(from) {
      last = from;
      tabs.whenLeading(lead);
      tabs.tell({ is: 'ask' });
    },
    view(conversationId) {
      noteView(ownTab, conversationId);
      tellOwnView();
    },
    reopen() {
      cable?.close();
      if (cable) lead();
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
      cable?.close();
    },
  };
}
