import { later } from '../../kit/later.ts';
import { decode, encode, type ToFrame, type ToPage } from '../../kit/protocol.ts';
import type { Api } from '../api.ts';
import { keptName, SNOOZED_TILL, VISITOR, type Widget } from '../widget.ts';
import { watchAddress } from './address.ts';
import { openChat } from './chat.ts';
import { insist } from './insist.ts';
import { listener } from './listener.ts';
import { recall } from './tab-memory.ts';
import type * as MorePart from './more.ts';

/** Longer than a frame takes on a slow connection; a refused frame never reports its start. */
const LONGEST_LOAD_MS = 20_000;

/** The part of the script that talks with the frame. */
export type Talk = {
  /** A message came from the frame. */
  hear(event: MessageEvent): void;
  /** Something waits for the app. */
  told(): void;
  /** The app begins, or begins anew: its frame was put into the page. */
  wait(): void;
  /** Forgets what the app was not told yet. */
  forget(): void;
  /** Shows campaigns of this page and later pages. */
  watch(): void;
  /** Has the stylesheet win over the rules of this page. */
  insist(sheet: CSSStyleSheet): void;
};

/** Takes over from `run` when the frame is wanted. Nothing is told to other pages, nor heard from them. */
export function openTalk(widget: Widget, api: Api): Talk {
  const { url, cookies, settings } = widget;
  let identity: MorePart.More['identity'] | null = null;
  const more = later(async () => {
    const { openMore } = (await import(`${widget.base}/packs/${MORE}${import.meta.again}`)) as typeof MorePart;
    const opened = openMore(widget);
    ({ identity } = opened);
    return opened;
  });
  const watch = () => void more().then(({ campaigns }) => campaigns.begin());
  /** The frame whose app is there. */
  let loaded: HTMLIFrameElement | null = null;
  /** The app begins anew by itself. */
  let isAway = false;
  let queue: ToFrame[] = [];
  let timer = 0;
  /** When the visitor came to this address, in milliseconds of `performance.now()`. */
  let arrived = 0;

  const isLoaded = () => loaded !== null && loaded === widget.frame;
  const post = (message: ToFrame) => {
    try {
      loaded?.contentWindow?.postMessage(encode(message), url.origin);
    } catch (error) {
      // An unsendable message must not block the rest.
      console.error('Chat widget:', error);
    }
  };
  const chat = openChat(widget, isLoaded, (message) => isLoaded() && post(message));
  const act = listener({ widget, api, more, renew });
  widget.draw = chat.draw;

  function greeting(): ToFrame[] {
    const more = {
      authToken: cookies.get(VISITOR) || undefined,
      campaignsSnoozedTill: cookies.get(SNOOZED_TILL) || undefined,
      kept: recall(keptName(widget.token)) || undefined,
    };
    return [{ event: 'config-set', ...settings, ...more }, here(), ...chat.greeting()];
  }

  function here(): ToFrame {
    const secondsOnPage = (performance.now() - arrived) / 1000;
    return { event: 'change-url', referrerURL: location.href, referrerHost: location.host, secondsOnPage };
  }

  function told(): void {
    // Later messages wait too, since the order counts.
    if (!identity && widget.waiting.some(({ event }) => event === 'set-user')) return void more().then(told);
    for (const message of widget.waiting.splice(0)) {
      if (identity && message.event === 'set-user') {
        if (identity.isSame(message.identifier, message.user)) continue;
        identity.expect(message.identifier, message.user);
      }
      queue.push(message);
    }
    if (isLoaded() && !isAway) flush();
    else if (identity?.isExpected() || (queue.length > 0 && cookies.get(VISITOR))) widget.load();
  }

  function flush(): void {
    for (const message of queue.splice(0)) post(message);
  }

  function renew(): void {
    isAway = true;
    expectApp();
  }

  /** Whether its frame is new or the app begins anew by itself: without it, the chat is closed, and can be opened again. */
  function expectApp(): void {
    clearTimeout(timer);
    timer = window.setTimeout(fail, LONGEST_LOAD_MS);
  }

  function fail(): void {
    widget.frame?.remove();
    widget.frame = null;
    api.toggle('close');
  }

  watchAddress(() => {
    arrived = performance.now();
    if (isLoaded()) post(here());
    if (widget.site?.campaigns.length) watch();
  });

  return {
    hear({ origin, data }) {
      const message = origin === url.origin ? decode<ToPage>(data) : null;
      if (message?.event === 'loaded') {
        clearTimeout(timer);
        loaded = widget.frame;
        isAway = false;
        for (const first of greeting()) post(first);
        told();
      }
      if (message) act(message);
    },
    told,
    wait() {
      loaded = null;
      expectApp();
      chat.draw();
    },
    forget() {
      queue = [];
      identity?.forget();
    },
    watch,
    insist: (sheet) => insist(sheet, widget.elements.bubbles),
  };
}
