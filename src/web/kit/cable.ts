/** Pings come every three seconds; without any frame for longer than two of them, the connection counts as lost. */
const STALE_MS = 7000;
/** A ping that is this late after the browser says that it is back, or that the tab is seen, is not waited for. */
const LATE_MS = 3500;
const OPENING_MS = 5000;
const LONGEST_PAUSE_MS = 1000;
const LONGEST_UNWATCHED_PAUSE_MS = 30_000;

export type CableOptions = {
  /** `wss://.../cable` */
  url: string;
  /** The text that names the subscription, which the server repeats unchanged. */
  identifier: string;
  /** Takes what the subscription brings, in order. */
  hear: (message: unknown) => void;
  /** The subscription stands; what happened before was not told. */
  up: () => void;
  /** It is lost; nothing was heard since that moment, in Unix milliseconds. */
  down: (since: number) => void;
  /** The server refuses the subscription or ends the connection for good: nothing more is tried. */
  refused: () => void;
  /** Whether somebody looks at what it brings. */
  isWatched: () => boolean;
};

export type Cable = {
  /** Sends an action of the channel; without a connection it is dropped. */
  perform: (action: string, more?: object) => void;
  /** Makes an attempt now, unless all is well: does not wait for the end of a pause or of a dead connection. */
  wake: () => void;
  close: () => void;
};

type Frame = { type?: string; message?: unknown; reconnect?: boolean };

/** A subscription on the socket of the server, in the protocol of Action Cable, that comes back after each loss. */
export function openCable({ url, identifier, hear, up, down, refused, isWatched }: CableOptions): Cable {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isUp = false;
  let isOver = false;
  let heardAt = 0;

  function open() {
    const opened = new WebSocket(url, 'actioncable-v1-json');
    drop();
    socket = opened;
    opened.addEventListener('message', ({ data }) => opened === socket && take(JSON.parse(String(data))));
    opened.addEventListener('close', () => opened === socket && lose());
    expectFrame(OPENING_MS);
  }

  function take(frame: Frame) {
    heardAt = Date.now();
    if (isUp) expectFrame(STALE_MS);
    if (frame.type === 'welcome') send({ command: 'subscribe', identifier });
    else if (frame.type === 'confirm_subscription') rise();
    else if (frame.type === 'reject_subscription' || frame.reconnect === false) end(refused);
    else if (frame.type === 'disconnect') lose();
    else if (!frame.type) hear(frame.message);
  }

  function rise() {
    isUp = true;
    attempts = 0;
    expectFrame(STALE_MS);
    up();
  }

  function lose() {
    drop();
    if (isOver) return;
    attempts += 1;
    timer = setTimeout(open, pauseBefore(attempts, isWatched()));
  }

  function drop() {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    old?.close();
    if (isUp) {
      isUp = false;
      down(heardAt);
    }
  }

  function end(then?: () => void) {
    isOver = true;
    globalThis.removeEventListener?.('online', wake);
    globalThis.document?.removeEventListener('visibilitychange', wake);
    drop();
    then?.();
  }

  /** Also when the network is back, and when the tab is seen again. */
  function wake() {
    if (globalThis.document?.hidden || (isUp && Date.now() - heardAt < LATE_MS)) return;
    attempts = 0;
    open();
  }

  function expectFrame(withinMs: number) {
    clearTimeout(timer);
    timer = setTimeout(lose, withinMs);
  }

  function send(frame: object) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  globalThis.addEventListener?.('online', wake);
  globalThis.document?.addEventListener('visibilitychange', wake);
  open();

  return {
    perform: (action, more) =>
      isUp && send({ command: 'message', identifier, data: JSON.stringify({ action, ...more }) }),
    wake,
    close: () => end(),
  };
}

/**
 * Milliseconds before the attempt with this number. A watched chat reconnects within a second. Pauses of unwatched tabs, the
 * majority, grow, so that a server that comes back after a minute gets their requests spread over time. All pauses are random,
 * even the first, because connections are often lost at the same moment.
 */
export function pauseBefore(attempt: number, isWatched: boolean, random = Math.random()): number {
  const longest = isWatched ? LONGEST_PAUSE_MS : LONGEST_UNWATCHED_PAUSE_MS;
  return Math.min(longest, LONGEST_PAUSE_MS * 2 ** (attempt - 1)) * (0.1 + 0.9 * random);
}
