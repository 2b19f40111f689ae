import { makeApi } from './api.ts';
import { openBubble } from './bubble.ts';
import { openCookies } from './cookies.ts';
import { makeElements } from './elements.ts';
import { readSettings } from './settings.ts';
import { addressOf, hasUnread, loadSite } from './site.ts';
import { keepInPage } from './stay.ts';
import { makeSheet } from './styles.ts';
import type * as TalkPart from './talk/talk.ts';
import { userCookie, VISITOR, type Widget } from './widget.ts';

/** The widget of a page, and the address of its server. */
export type Place = { websiteToken: string; baseUrl: string };

/** Puts the widget into the page; a second call does nothing. The frame comes when somebody is about to use it. */
export function run({ websiteToken: token, baseUrl }: Place): void {
  if ('$chatwoot' in window) return;
  const base = baseUrl.replace(/\/+$/, '');
  const url = new URL(`${base}/widget`);
  url.searchParams.set('website_token', token);
  const settings = readSettings();
  const cookies = openCookies(settings.baseDomain);
  const elements = makeElements(settings);
  const sheet = makeSheet();
  const bubble = openBubble(elements, settings.launcherTitle);
  const openedName = `cw_open_${token}`;
  let talking: Promise<TalkPart.Talk> | undefined;
  /** Behind the address of that part: browsers that have failed to load it do not try the same address again. */
  let again = '';

  const widget: Widget = {
    base,
    token,
    url,
    settings,
    cookies,
    elements,
    bubble,
    openedName,
    site: null,
    frame: null,
    waiting: [],
    isOpen: false,
    isPreview: false,
    load,
    draw: () => (elements.open.ariaBusy = String(widget.isOpen)),
  };
  const api = makeApi(widget, {
    open: () => open(true),
    close() {
      widget.isOpen = false;
      widget.isPreview = false;
      widget.draw();
    },
    tell(message, isUrgent) {
      widget.waiting.push(message);
      if (isUrgent || talking) talk(({ told }) => told());
    },
    reset() {
      widget.waiting = [];
      for (const name of [VISITOR, userCookie(token)]) cookies.set(name, '', 0);
      if (talking) talk(({ forget }) => forget());
      if (remove()) load();
    },
  });

  Object.assign(window, { $chatwoot: api });

  /** Has the part that talks with the frame do something, which is loaded when it is needed. */
  function talk(act: (part: TalkPart.Talk) => void): void {
    talking ??= (import(`${base}/packs/${TALK}${again}`) as Promise<typeof TalkPart>).then(({ openTalk }) =>
      openTalk(widget, api),
    );
    talking.then(act, () => {
      // The next click tries it again.
      talking = undefined;
      again += '?';
      remove();
      api.toggle('close');
    });
  }

  function load(): void {
    if (widget.frame) return;
    const frame = document.createElement('iframe');
    frame.id = 'chatwoot_live_chat_widget';
    frame.title = 'Chat';
    frame.allow = 'camera;microphone;fullscreen;display-capture;picture-in-picture;clipboard-write';
    frame.src = addressOf(widget).href;
    widget.frame = frame;
    // Beside the body, before there is a frame that would begin anew when it is moved. An empty holder stays in the body:
    // React 18 makes a page anew that has anything beside its body when React takes it over.
    if (elements.holder.isConnected) document.documentElement.append(elements.holder);
    elements.holder.append(frame);
    talk(({ wait }) => wait());
  }

  /** Whether there was a frame. */
  function remove(): boolean {
    const { frame } = widget;
    frame?.remove();
    widget.frame = null;
    return frame !== null;
  }

  function open(byVisitor: boolean): void {
    if (widget.isOpen) return;
    widget.isOpen = true;
    widget.isPreview = false;
    if (byVisitor) widget.waiting.push({ event: 'push-event', eventName: 'webwidget.triggered' });
    load();
    talk(({ told }) => told());
    widget.draw();
  }

  function start(): void {
    elements.bubbles.hidden = true;
    keepInPage([elements.holder, elements.bubbles], sheet, () => widget.frame && talk(({ wait }) => wait()));
    // After the next picture, when asking for styles does not make the browser compute them at once.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (getComputedStyle(elements.holder).position !== 'fixed') talk(({ insist }) => insist(sheet));
      }),
    );
    elements.open.addEventListener('click', () => open(true));
    elements.close.addEventListener('click', () => api.toggle('close'));
    for (const name of ['pointerenter', 'focus']) elements.open.addEventListener(name, load);
    addEventListener('message', (event) => {
      if (widget.frame && event.source === widget.frame.contentWindow) talk(({ hear }) => hear(event));
    });
    comeBack(cookies.get(VISITOR));
    loadSite(widget)
      .then((site) => {
        widget.site = site;
        bubble.paint(site.color);
        bubble.label(site.labels.open, site.labels.close);
        return site.campaigns.length > 0 && talk(({ watch }) => watch());
      })
      .catch(() => bubble.label('Open chat window', 'Close chat window'))
      .finally(() => {
        elements.bubbles.hidden = false;
        api.hasLoaded = true;
        dispatchEvent(new CustomEvent('chatwoot:ready'));
      });
  }

  /** Goes on with visitors who have written before; for others, nothing is read or asked. */
  function comeBack(visitor: string): void {
    if (!visitor) return;
    if (wasOpen()) return open(false);
    hasUnread(widget, visitor).then(
      (has) => has && load(),
      () => {},
    );
  }

  /** Whether the chat was open on the previous page; on a phone it would hide the present page. */
  function wasOpen(): boolean {
    try {
      return sessionStorage.getItem(openedName) !== null && innerWidth >= 667;
    } catch {
      return false;
    }
  }

  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
}
