import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import type { HostPage } from './host-page.ts';

/** A file as a visitor chooses it. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** The chat of a page as its visitor uses it. */
export class VisitorChat {
  readonly host: HostPage;
  /** The app in the frame. */
  readonly app: FrameLocator;

  constructor(host: HostPage) {
    this.host = host;
    this.app = host.page.frameLocator('#chatwoot_live_chat_widget');
  }

  /** The bubble that opens the chat. */
  get bubble(): Locator {
    return this.host.page.locator('.woot-widget-bubble:not(.woot--close)');
  }

  get composer(): Locator {
    return this.app.getByRole('textbox', { name: 'Write a message' });
  }

  /** What is above the bubble of the closed chat. */
  get preview(): Locator {
    return this.app.locator('.preview');
  }

  button(name: string | RegExp): Locator {
    return this.app.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  /** The message with this text in it. */
  row(text: string): Locator {
    return this.app.locator('.row').filter({ hasText: text });
  }

  async open(): Promise<void> {
    await this.bubble.click();
    await this.isOpen();
  }

  /** Waits until the chat itself is shown, and not only what is unread. */
  async isOpen(): Promise<void> {
    await this.host.page.waitForSelector('#cw-widget-holder:not(.woot--hide, .has-unread-view)');
  }

  async close(): Promise<void> {
    await this.host.page.locator('.woot--close').click();
    await this.host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });
  }

  /** Goes from the first page to the conversation, or to the form before it. */
  start(button = 'Start a conversation'): Promise<void> {
    return this.button(button).click();
  }

  async write(content: string): Promise<void> {
    await this.composer.fill(content);
    await this.button('Send').click();
  }

  /** Opens the chat, and writes the first message, which the server then has. */
  async begin(content: string): Promise<void> {
    await this.open();
    await this.start();
    await this.write(content);
    await this.sent(content);
  }

  /** Waits until the server has the message of the visitor. */
  sent(text: string): Promise<void> {
    return this.app.locator('.row.is-own.is-sent').filter({ hasText: text }).waitFor();
  }

  /** Waits until this is in the thread. */
  sees(text: string): Promise<void> {
    return this.app.locator('.row .bubble').filter({ hasText: text }).first().waitFor();
  }

  /** Chooses files by the button, rather than by the camera. */
  choose(...files: ChosenFile[]): Promise<void> {
    return this.app.locator('input[type=file][multiple]').setInputFiles(files);
  }

  /** The messages in the thread, as soon as there are `count`, and what draws their Markdown is loaded. */
  texts(count: number): Promise<string[]> {
    return eventually(
      () => this.app.locator('.row .bubble').allTextContents(),
      (texts) => texts.length === count && !texts.some((text) => text.includes('**')),
    );
  }
}
