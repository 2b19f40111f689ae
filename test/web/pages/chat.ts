import type { Frame, Page } from 'playwright-core';
import type { Answer } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import type { HostPage } from './host-page.ts';
import type { Shop } from './shop.ts';

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const FRAME = '#chatwoot_live_chat_widget';
const SHOWN = '#cw-widget-holder:not(.woot--hide)';
const OPEN = `${SHOWN}:not(.has-unread-view)`;

/** The widget in a page of a shop, as its visitor uses it and its team answers. */
export type Chat = {
  shop: Shop;
  host: HostPage;
  page: Page;
  /** Presses the bubble, unless the chat is open, and gives the frame when its app is there. */
  open(): Promise<Frame>;
  /** The frame, as soon as there is one. */
  frame(): Promise<Frame>;
  close(): Promise<void>;
  /** Goes from the home of the open chat to the thread, or to the form before it. */
  begin(): Promise<Frame>;
  /** Writes and sends, in the thread. */
  write(content: string): Promise<void>;
  /** Calls a path below the conversation's as the first agent, once there is a conversation. */
  call(method: string, below: string, body?: unknown): Promise<Answer>;
  /** The team writes; with `more`, something else than text. */
  answer(content: string, more?: object): Promise<{ id: number }>;
  /** The team sends files. */
  send(...files: File[]): Promise<void>;
};

export function openChat(shop: Shop, host: HostPage): Chat {
  const { page } = host;

  async function frame(): Promise<Frame> {
    const element = await page.waitForSelector(FRAME, { state: 'attached' });
    const found = (await element.contentFrame())!;
    await found.waitForSelector('.app', { state: 'attached' });
    return found;
  }

  async function conversation(): Promise<string> {
    const path = `/conversations?inbox_id=${shop.inbox.id}&status=all`;
    const { body } = await eventually(
      () => shop.account.call('GET', path),
      ({ body }) => body.data.payload.length > 0,
    );
    return `/conversations/${body.data.payload[0].id}`;
  }

  const { token } = shop.agents[0]!;
  const call = async (method: string, below: string, body?: unknown) =>
    shop.account.call(method, `${await conversation()}${below}`, body, { token });

  return {
    shop,
    host,
    page,
    frame,
    async open() {
      if (!(await page.$(OPEN))) await page.click(BUBBLE);
      await page.waitForSelector(OPEN);
      return frame();
    },
    async close() {
      await host.call('toggle', 'close');
      await page.waitForSelector(SHOWN, { state: 'detached' });
    },
    async begin() {
      const inside = await frame();
      await inside.click('.home .primary');
      await inside.waitForSelector('.conversation, .pre-chat form');
      return inside;
    },
    async write(content) {
      const inside = await frame();
      await inside.fill('.composer textarea', content);
      await inside.press('.composer textarea', 'Enter');
    },
    call,
    async answer(content, more = {}) {
      return (await call('POST', '/messages', { content, message_type: 'outgoing', ...more })).body;
    },
    async send(...files) {
      const form = new FormData();
      form.set('message_type', 'outgoing');
      for (const file of files) form.append('attachments[]', file);
      await call('POST', '/messages', form);
    },
  };
}
