import type { Channel } from './store/channel.ts';
import type { Store } from './store/storage.ts';
import type { WireMessage } from './store/wire.ts';

/** What the widget is made with. */
export type WidgetOptions = {
  /** Where the server is: `https://chat.example.com`. */
  origin: string;
  channel: Channel;
  /** The visitor's token, if the page has one. */
  token: string | null;
  /** The storage of the browser; null = there is none. */
  store: () => Store | null;
  /** The address of the page on which the visitor is. */
  referer: () => string;
  /** There is a new token, which the page keeps; empty = the one that it has is no longer good. */
  tokenChanged: (token: string) => void;
  /** The server told of a message: a new one, or a changed one. `isNewest`: nothing newer came with it. */
  heard: (wire: WireMessage, isNew: boolean, isNewest: boolean) => void;
  campaignShown: () => void;
  /** Left by the widget before this one in the same tab. */
  memory?: WidgetMemory | undefined;
};

/** State that is nowhere but in the tab. */
export type WidgetMemory = {
  /** That of a visitor who is not known yet. */
  draft?: string;
  replyTo: number | null;
  /** What the browser does not store, by name. */
  texts: [string, string][];
};
