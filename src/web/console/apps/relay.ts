import { adoptStyles } from '../../kit/adopt-styles.ts';
import styles from './relay.css';

// The page between the console and a dashboard app. Each hears only what is for it: the console frames of its own origin, the app
// what Chatwoot's dashboard posts, https://www.chatwoot.com/hc/user-guide/articles/1677691702-how-to-use-dashboard-apps

/** An app asks for the conversation. */
const ASKED = 'chatwoot-dashboard-app:fetch-info';

adoptStyles(styles);

const frames = [...document.querySelectorAll('iframe')];

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source === parent && origin === location.origin) {
    const context = JSON.stringify({ event: 'appContext', data });
    for (const { contentWindow, src } of frames) contentWindow?.postMessage(context, new URL(src).origin);
    return;
  }
  const asking = frames.find(({ contentWindow, src }) => contentWindow === source && new URL(src).origin === origin);
  if (asking && data === ASKED) parent.postMessage(ASKED, location.origin);
});

// An app that was loaded before its question could be heard gets the conversation as well.
for (const frame of frames) frame.addEventListener('load', () => parent.postMessage(ASKED, location.origin));
