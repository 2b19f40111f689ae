import type { Store } from '../../../src/web/widget/store/storage.ts';
import { createWidget, type Widget } from '../../../src/web/widget/widget.ts';

/** A tab of a browser with the widget, without its looks. */
export type Tab = {
  widget: Widget;
  /** What it tells the page: the visitor's newest token. */
  token: () => string | null;
  /** The contents of its thread, in order. */
  contents: () => string[];
  /** What was told of messages of the team: each new one, and whether nothing newer came with it. */
  heard: { content: string; isNewest: boolean }[];
  /** Whether each message of the visitor has reached the server. */
  isSettled: () => boolean;
};

export type TabOptions = { url: string; websiteToken: string; token?: string | null; store?: Store };

/** Opens a tab; `store` is the browser's, which its tabs share. */
export async function openTab({ url, websiteToken, token = null, store = memoryStore() }: TabOptions): Promise<Tab> {
  let newest = token;
  const heard: Tab['heard'] = [];
  const widget = createWidget({
    origin: url,
    channel: { website_token: websiteToken, website_name: '', widget_color: '' },
    token,
    store: () => store,
    referer: () => 'https://shop.example.com/',
    tokenChanged: (changed) => (newest = changed),
    heard({ content, message_type: type }, isNew, isNewest) {
      if (isNew && type === 1) heard.push({ content: content ?? '', isNewest });
    },
    campaignShown: () => {},
  });
  const { messages } = widget.state;
  const rows = () => messages.order.peek().map((key) => messages.get(key)!.peek());
  widget.state.isOpen.value = true;
  void widget.start();
  return {
    widget,
    token: () => newest,
    heard,
    contents: () => rows().map(({ content }) => content),
    isSettled: () => rows().every(({ state }) => state === 'sent'),
  };
}

/** What `localStorage` is, in memory. */
export function memoryStore(): Store {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}
