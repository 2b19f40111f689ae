import { effect, type Signal } from '../../kit/signals.ts';
import { createI18n } from '../../kit/i18n.ts';
import { whenNotLoaded } from '../../kit/later.ts';
import type { ToFrame } from '../../kit/protocol.ts';
import { load } from '../locales.ts';
import type { Channel } from '../store/channel.ts';
import type { Ui } from '../views/ui.ts';
import { createWidget, type Widget } from '../widget.ts';
import { fitScreen } from './fit-screen.ts';
import { followState, ROUTES } from './follow-state.ts';
import { sound } from '../../kit/sound/load-sound.ts';
import { isTooOld } from '../../kit/is-too-old.ts';
import { keepFocus } from './keep-focus.ts';
import { linkHost } from './link.ts';
import { obey, type Place } from './obey.ts';
import { type Kept, renewIfGone, takeKept } from './renew.ts';

type Greeting = Partial<ToFrame & { event: 'config-set' }>;

/**
 * Starts the app where it is: in a frame it waits for the page around it, which knows the visitor and the settings. In a
 * browser that is too old, nothing is started, and only drawn.
 */
export function startApp(channel: Channel, announced: Signal<string>, draw: (ui: Ui) => void): void {
  const kept = takeKept();
  // Apps have the visitor's token in the query, and windows that a page opened behind the #; one that is loaded again keeps it.
  const query = new URLSearchParams(`${location.search}&${location.hash.slice(1)}`);
  const token = (history.state as string | null) ?? query.get('cw_conversation');
  const i18n = createI18n(load);
  const place: Place = { address: '', told: new Map() };
  const waiting: ToFrame[] = kept?.told ?? [];
  let ui: Ui | null = null;
  /** The text that the page keeps. */
  let said = '';

  const link = linkHost((told) => {
    if (ui) obey(ui, told, place);
    else if (told.event === 'config-set') begin(told);
    else waiting.push(told);
  });
  const channelConfig = { widgetColor: channel.widget_color };
  const sayLoaded = (authToken: string) => link.tell({ event: 'loaded', config: { authToken, channelConfig } });
  sayLoaded(token ?? '');
  // Its sound needs a touch of the visitor, before there is anything to hear.
  if (link.place !== 'frame') void sound();
  if (link.place !== 'frame') begin({ darkMode: 'auto' });

  function begin({ event: _, authToken, kept: text = '', ...settings }: Greeting) {
    said = text;
    const left = kept ?? readKept(text, authToken);
    const begun = open(authToken || kept?.token || token, left?.memory);
    const translated = i18n.use(settings.locale || query.get('locale') || '', channel.locale);
    void translated.then(() => draw(begun));
    if (isTooOld()) return;
    ui = begun;
    const { state } = begun.widget;
    state.settings.value = settings;
    state.isOpen.value = link.place !== 'frame';
    const route = ROUTES.find((known) => location.hash === `#${known}`);
    state.isBack.value = left !== kept;
    if (left) state.route.value = left.route;
    else if (route && link.place !== 'frame') state.route.value = route;
    followState(begun);
    if (link.place === 'frame') effect(() => sayKept(begun.widget));
    fitScreen();
    keepFocus();
    void begun.widget.start();
    for (const told of waiting.splice(0)) obey(begun, told, place);
    whenNotLoaded(() => void renewIfGone(kept !== null, () => leaveAll(begun.widget)));
  }

  /** What is on the screen by itself comes there by itself again. */
  function keep({ state, identity, memory }: Widget): Kept {
    const { value: route } = state.route;
    const isOwn = route === '/messages' || route === '/prechat-form';
    return { token: identity.token.value, route: isOwn ? route : '/', memory: memory() };
  }

  function leaveAll(widget: Widget): Kept {
    link.tell({ event: 'renew' });
    const { memory, ...left } = keep(widget);
    return { ...left, told: [...place.told.values()], memory: { ...memory, draft: widget.draft.peek() } };
  }

  /** Like everything else, it is kept only for visitors who have written, or are known. */
  function sayKept(widget: Widget) {
    const left = keep(widget);
    const text = left.token ? JSON.stringify(left) : '';
    if (text !== said) link.tell({ event: 'keep', text });
    said = text;
  }

  function open(token: string | null, memory: Kept['memory'] | undefined): Ui {
    const widget = createWidget({
      origin: location.origin,
      channel,
      // Anything else cannot be in a header.
      token: token && /^[\w.-]+$/.test(token) ? token : null,
      memory,
      store: () => localStorage,
      referer: () => place.address,
      tokenChanged(widgetAuthToken) {
        // Apps keep the token that comes with this, and no other.
        if (link.place === 'app') sayLoaded(widgetAuthToken);
        else link.tell({ event: 'setAuthCookie', data: { widgetAuthToken } });
      },
      heard(...told) {
        const heardBy = ui;
        if (heardBy) void heardBy.widget.live().then(({ hearMessage }) => hearMessage(heardBy, ...told));
      },
      campaignShown() {
        ui?.go('/campaigns');
        link.tell({ event: 'setUnreadMode' });
      },
    });
    return {
      widget,
      i18n,
      link,
      go: (route) => (widget.state.route.value = route),
      close,
      // The same words again are heard only when they are others.
      announce: (text) => (announced.value = text === announced.peek() ? `${text}\u00a0` : text),
    };
  }

  function close() {
    if (ui) leave(ui.widget);
    if (link.place === 'app') link.closeApp();
    else link.tell({ event: 'closeWindow' });
  }

  function leave({ state, extras, noteSeen }: Widget) {
    if (state.route.peek() === '/campaigns') {
      void extras().then(({ extras }) => extras.campaigns.dismiss());
      link.tell({ event: 'setCampaignReadOn' });
    }
    if (state.route.peek() === '/unread-messages') noteSeen();
    if (!state.isOpen.peek()) state.route.value = '/';
  }
}

/** Reads the text that the page has kept; null for that of another visitor, and for one that was changed. */
function readKept(text: string, token: string | undefined): Kept | null {
  try {
    const kept = JSON.parse(text) as Kept;
    return token && token === kept.token && new Map(kept.memory.texts) ? kept : null;
  } catch {
    return null;
  }
}
