// The messages between a website's script and the app in its frame, by postMessage: a prefix and JSON, as in Chatwoot.

const PREFIX = 'chatwoot-widget:';

/** The settings that the app works with; absent = the inbox decides. */
export type FrameSettings = {
  locale?: string;
  position: 'left' | 'right';
  hideMessageBubble: boolean;
  showPopoutButton: boolean;
  widgetStyle: 'standard' | 'flat';
  darkMode: 'light' | 'auto' | 'dark';
  showUnreadMessagesDialog: boolean;
  /** Unix milliseconds as text. */
  campaignsSnoozedTill?: string | undefined;
  welcomeTitle: string;
  welcomeDescription: string;
  availableMessage: string;
  unavailableMessage: string;
  enableFileUpload?: boolean;
  enableEmojiPicker: boolean;
  enableEndConversation: boolean;
};

/** The values of a user besides the identifier. */
export type User = {
  avatar_url?: string;
  email?: string;
  name?: string;
  identifier_hash?: string;
  [further: string]: unknown;
};

/** From the page to the frame. */
export type ToFrame =
  /**
   * The first message, after `loaded`. `authToken`: the visitor's, if they have one; Chatwoot's script has it in the address.
   * `kept`: the text of the last `keep`.
   */
  | ({ event: 'config-set'; authToken?: string | undefined; kept?: string | undefined } & FrameSettings)
  | { event: 'set-user'; identifier: string | number; user: User }
  | { event: 'set-custom-attributes' | 'set-conversation-custom-attributes'; customAttributes: object }
  | { event: 'delete-custom-attribute' | 'delete-conversation-custom-attribute'; customAttribute: string }
  | { event: 'set-label' | 'remove-label'; label: string }
  | { event: 'set-locale'; locale: string }
  | { event: 'set-color-scheme'; darkMode: FrameSettings['darkMode'] }
  | { event: 'toggle-open'; isOpen: boolean }
  | { event: 'toggle-close-button'; isMobile: boolean }
  | { event: 'sdk-set-bubble-visibility'; hideMessageBubble: boolean }
  | { event: 'widget-visible' }
  /** `secondsOnPage`: how long the visitor has been there already, since the frame is loaded late. */
  | { event: 'change-url'; referrerURL: string; referrerHost: string; secondsOnPage: number }
  | { event: 'push-event'; eventName: string };

/** From the frame to the page. */
export type ToPage =
  /** `authToken`: the visitor's; empty = they have none. */
  | { event: 'loaded'; config: { authToken?: string; channelConfig?: { widgetColor?: string } } }
  | { event: 'error'; errorType: string; data: unknown }
  /** A text that the app wants to have again on the next page of this tab; empty = none. */
  | { event: 'keep'; text: string }
  /** The server has set the user that the page named. Chatwoot's app does not say it. */
  | { event: 'userSet' }
  | { event: 'onEvent'; eventIdentifier: string; data: unknown }
  | { event: 'setAuthCookie'; data: { widgetAuthToken: string } }
  | { event: 'setBubbleLabel'; label: string }
  | { event: 'handleNotificationDot'; unreadMessageCount: number }
  | {
      event:
        | 'toggleBubble'
        | 'closeWindow'
        | 'closeChat'
        | 'popoutChatWindow'
        | 'playAudio'
        | 'setUnreadMode'
        | 'resetUnreadMode'
        | 'setCampaignReadOn'
        /** The app begins anew, and says when it is there again. */
        | 'renew';
    }
  /** In the unread view, the frame is as high as its content, `extraHeight` pixels; otherwise as high as there is room. */
  | { event: 'updateIframeHeight'; isFixedHeight: boolean; extraHeight?: number }
  | { event: 'postback'; data: { payload: unknown } };

/** The text of a message. */
export function encode(message: ToFrame | ToPage): string {
  return PREFIX + JSON.stringify(message);
}

/** The message in a text; null = none of ours. Its sender must have been checked, and is trusted to mean what it says. */
export function decode<Message extends ToFrame | ToPage>(data: unknown): Message | null {
  if (typeof data !== 'string' || !data.startsWith(PREFIX)) return null;
  try {
    return JSON.parse(data.slice(PREFIX.length)) as Message;
  } catch {
    return null;
  }
}
