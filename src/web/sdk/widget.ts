import type { ToFrame } from '../kit/protocol.ts';
import type { Bubble } from './bubble.ts';
import type { Cookies } from './cookies.ts';
import type { Elements } from './elements.ts';
import type { Settings } from './settings.ts';
import type { Site } from './site.ts';

/** The cookie with the visitor's token. */
export const VISITOR = 'cw_conversation';
/** The cookie that tells until when no campaigns are shown: Unix milliseconds. */
export const SNOOZED_TILL = 'cw_snooze_campaigns_till';
/** The cookie that tells which user was set. */
export const userCookie = (token: string) => `cw_user_${token}`;
/** The tab's memory of what the app has it keep. */
export const keptName = (token: string) => `cw_kept_${token}`;

/** A widget in its page: what `run` makes, and what talk/ works with when the frame is wanted. */
export type Widget = {
  base: string;
  token: string;
  /** The page that the frame shows. */
  url: URL;
  settings: Settings;
  cookies: Cookies;
  elements: Elements;
  bubble: Bubble;
  site: Site | null;
  /** The frame, from when somebody wants it. */
  frame: HTMLIFrameElement | null;
  /** The messages for the app in the frame, sent in this order after its start. */
  waiting: ToFrame[];
  /** Whether the chat is open, or opens as soon as the frame is there. */
  isOpen: boolean;
  /** Whether unread messages are shown above the bubble. */
  isPreview: boolean;
  /** The tab's memory of that, from page to page. */
  openedName: string;
  /** Puts the frame into the page, unless it is there. */
  load(): void;
  /** Shows what is there now. */
  draw(): void;
};
