import type { Locator, Page } from 'playwright-core';
import type { TestAccount } from '../../support/factories.ts';

/** What a thread in the console has, by the names that people find it by. */
export class ThreadPage {
  readonly log: Locator;
  readonly #page: Page;
  readonly #account: TestAccount;
  readonly #url: string;

  constructor(page: Page, account: TestAccount, url: string) {
    this.#page = page;
    this.#account = account;
    this.#url = url;
    this.log = page.getByRole('log', { name: 'Messages' });
  }

  /** The messages with these words. */
  readonly article = (text: string): Locator => this.log.getByRole('article').filter({ hasText: text });

  /** Opens the conversation by its address, of which `query` is a part. */
  readonly open = async (number: number, query = ''): Promise<void> => {
    await this.#page.goto(`${this.#url}/app/accounts/${this.#account.id}/conversations/${number}${query}`);
    await this.log.waitFor();
  };

  /** Opens the menu of the message, and chooses from it. */
  readonly choose = async (message: Locator, name: string): Promise<void> => {
    await message.hover();
    await message.getByRole('button', { name: /^Actions for / }).click();
    await this.#page.getByRole('menuitem', { name, exact: true }).click();
  };
}
