import { decode, encode, type ToFrame, type ToPage } from '../../kit/protocol.ts';

type WebView = { postMessage: (text: string) => void };

export type HostLink = {
  /** In what the app runs: a frame of a page, the web view of an app, or a window of its own. */
  place: 'frame' | 'app' | 'window';
  tell: (event: ToPage) => void;
  /** The close button of an app's web view. */
  closeApp: () => void;
};

declare global {
  interface Window {
    /** What apps put into their web view, in React Native and Flutter alike. */
    ReactNativeWebView?: WebView;
  }
}

/**
 * Connects the frame with the page around it. Only the parent is listened to, and once it has said something, only its
 * origin; an app speaks into the page's own window.
 */
export function linkHost(hear: (event: ToFrame) => void): HostLink {
  const app = window.ReactNativeWebView;
  const isFramed = window.parent !== window;
  let origin = isFramed ? originOfParent() : location.origin;

  window.addEventListener('message', ({ data, source, origin: from }) => {
    const isOurs = isFramed ? source === window.parent : source === window || source === null;
    if (!isOurs || (origin !== null && from !== origin && from !== '')) return;
    const event = decode<ToFrame>(data);
    if (!event) return;
    if (isFramed) origin = from;
    hear(event);
  });

  // The function of the app has the name of the window's, but not its second argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tellApp = (text: string) => app?.postMessage(text);

  return {
    place: app ? 'app' : isFramed ? 'frame' : 'window',
    tell(event) {
      const text = encode(event);
      if (app) tellApp(text);
      else if (isFramed) window.parent.postMessage(text, origin === null || origin === 'null' ? '*' : origin);
    },
    closeApp: () => tellApp(JSON.stringify({ type: 'close-widget' })),
  };
}

/** Null = the browser does not say. */
function originOfParent(): string | null {
  const [first] = location.ancestorOrigins ?? [];
  if (first && first !== 'null') return first;
  return /^\w+:\/\/[^/]+/.exec(document.referrer)?.[0] ?? null;
}
