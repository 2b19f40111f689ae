import type { ToFrame, User } from '../kit/protocol.ts';
import { modeOf } from './settings.ts';
import { addressOf, loadSite } from './site.ts';
import { VISITOR, type Widget } from './widget.ts';

const NEEDED = ['avatar_url', 'email', 'name'];

/** What `run` does for the methods. */
type Acts = {
  open(): void;
  close(): void;
  /** Keeps the message for the app in the frame; `isUrgent`: does not wait until somebody wants the frame. */
  tell(message: ToFrame, isUrgent: boolean): void;
  reset(): void;
};

/** `window.$chatwoot`: the settings, what is known, and what a page can do. Everything may be called from the first moment. */
export type Api = ReturnType<typeof makeApi>;

export function makeApi(widget: Widget, { open, close, tell, reset }: Acts) {
  const { base, token, settings, cookies, elements } = widget;
  /** Acts now for a visitor known to the server; otherwise after the visitor becomes known. */
  const act = (message: ToFrame) => tell(message, cookies.get(VISITOR) !== '');
  /** A frame that does not exist yet gets the settings when it starts. */
  const change = (changed: Partial<typeof settings>, message: ToFrame) => {
    Object.assign(settings, changed);
    Object.assign(api, changed);
    if (widget.frame) tell(message, true);
  };
  const changeAttributes =
    (event: 'set-custom-attributes' | 'set-conversation-custom-attributes') => (customAttributes: object) => {
      if (!customAttributes || Object.keys(customAttributes).length === 0) {
        throw new Error('Custom attributes should have at least one key');
      }
      act({ event, customAttributes });
    };
  const deleteAttribute =
    (event: 'delete-custom-attribute' | 'delete-conversation-custom-attribute') => (customAttribute: string) => {
      if (!customAttribute) throw new Error('Custom attribute key is required');
      act({ event, customAttribute });
    };

  const api = {
    ...settings,
    baseUrl: base,
    websiteToken: token,
    hasLoaded: false,
    user: undefined as User | undefined,
    identifier: undefined as string | number | undefined,
    get isOpen() {
      return widget.isOpen;
    },

    toggle(state?: 'open' | 'close') {
      if (state === 'open' || (state !== 'close' && !widget.isOpen)) open();
      else close();
    },
    toggleBubbleVisibility(visibility: 'show' | 'hide') {
      const hideMessageBubble = visibility === 'hide';
      elements.bubbles.classList.toggle('woot-hidden', hideMessageBubble);
      change({ hideMessageBubble }, { event: 'sdk-set-bubble-visibility', hideMessageBubble });
    },
    popoutChatWindow() {
      close();
      const url = addressOf(widget);
      const visitor = cookies.get(VISITOR);
      // Not in the query, which servers and proxies write down.
      if (visitor) url.hash = `${VISITOR}=${visitor}`;
      window.open(url, `webwidget_session_${token}`, 'width=400,height=600');
    },

    setUser(identifier: string | number, user: User) {
      if (typeof identifier !== 'string' && typeof identifier !== 'number') {
        throw new TypeError('Identifier should be a string or a number');
      }
      if (!user || !NEEDED.some((name) => user[name])) {
        throw new Error(`User object should have one of the keys [${NEEDED.join(', ')}]`);
      }
      api.identifier = identifier;
      api.user = user;
      tell({ event: 'set-user', identifier, user }, true);
    },
    setCustomAttributes: changeAttributes('set-custom-attributes'),
    deleteCustomAttribute: deleteAttribute('delete-custom-attribute'),
    setConversationCustomAttributes: changeAttributes('set-conversation-custom-attributes'),
    deleteConversationCustomAttribute: deleteAttribute('delete-conversation-custom-attribute'),
    setLabel: (label: string) => act({ event: 'set-label', label }),
    removeLabel: (label: string) => act({ event: 'remove-label', label }),

    setLocale(given = 'en') {
      const locale = String(given);
      change({ locale }, { event: 'set-locale', locale });
      loadSite(widget).then(
        ({ labels }) => widget.bubble.label(labels.open, labels.close),
        () => {},
      );
    },
    setColorScheme(mode?: string) {
      const darkMode = modeOf(mode);
      elements.holder.classList.replace(`woot--${settings.darkMode}`, `woot--${darkMode}`);
      change({ darkMode }, { event: 'set-color-scheme', darkMode });
    },

    reset() {
      api.identifier = undefined;
      api.user = undefined;
      close();
      reset();
    },
  };
  return api;
}
