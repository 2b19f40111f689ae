import type { ToPage } from '../../kit/protocol.ts';
import type { Api } from '../api.ts';
import { keptName, SNOOZED_TILL, VISITOR, type Widget } from '../widget.ts';
import { announce } from './announce.ts';
import type { More } from './more.ts';
import { remember } from './tab-memory.ts';

type Parts = { widget: Widget; api: Api; more: () => Promise<More>; renew: () => void };

const SNOOZE_MS = 60 * 60 * 1000;

type Handlers = { [E in ToPage['event']]: (message: Extract<ToPage, { event: E }>) => void };

/** Gives what does what the app in the frame says. */
export function listener({ widget, api, more, renew }: Parts): (message: ToPage) => void {
  const { cookies, bubble, elements } = widget;
  const show = (isOpen: boolean, isPreview: boolean) => {
    Object.assign(widget, { isOpen, isPreview });
    widget.draw();
  };
  const close = () => show(false, false);

  const handlers: Handlers = {
    loaded({ config }) {
      if (config?.channelConfig?.widgetColor) bubble.paint(config.channelConfig.widgetColor);
      if (config?.authToken) cookies.set(VISITOR, config.authToken);
      widget.draw();
    },
    error({ errorType, data }) {
      if (errorType === 'SET_USER_ERROR') void more().then(({ identity }) => identity.forget());
      announce('chatwoot:error', data);
    },
    keep: ({ text }) => remember(keptName(widget.token), text),
    userSet: () => void more().then(({ identity }) => identity.keep()),
    onEvent({ eventIdentifier, data }) {
      if (String(eventIdentifier).startsWith('chatwoot:')) announce(eventIdentifier, data);
    },
    setAuthCookie({ data }) {
      cookies.set(VISITOR, data.widgetAuthToken);
      widget.draw();
      if (data.widgetAuthToken) return;
      // Nor does the server know which user was set before.
      void more().then(({ identity }) => {
        identity.forget();
        return api.user && api.identifier !== undefined && api.setUser(api.identifier, api.user);
      });
    },
    setBubbleLabel: ({ label }) => bubble.label(label),
    handleNotificationDot: ({ unreadMessageCount }) => bubble.count(widget.isOpen ? 0 : unreadMessageCount),
    toggleBubble: () => (widget.isPreview ? close() : api.toggle()),
    closeWindow: close,
    closeChat: close,
    popoutChatWindow: () => api.popoutChatWindow(),
    playAudio: () => void more().then(({ playSound }) => playSound()),
    setUnreadMode: () => show(widget.isOpen, !widget.isOpen),
    resetUnreadMode: () => widget.isPreview && show(true, false),
    setCampaignReadOn: () => cookies.set(SNOOZED_TILL, String(Date.now() + SNOOZE_MS), SNOOZE_MS / 1000),
    updateIframeHeight({ extraHeight = 0 }) {
      if (!widget.isPreview || extraHeight <= 0) elements.holder.style.removeProperty('height');
      else elements.holder.style.setProperty('height', `${extraHeight}px`, 'important');
    },
    renew,
    postback: ({ data }) => announce('chatwoot:postback', data),
  };
  return (message) => {
    if (Object.hasOwn(handlers, message.event)) handlers[message.event](message as never);
  };
}
