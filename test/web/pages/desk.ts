import type { Locator, Page } from 'playwright-core';
import { eventually, LONGEST_WAIT_MS } from '../../support/eventually.ts';

export type DeskView = 'Mine' | 'Unassigned' | 'All';
export type DeskStatus = 'Open' | 'Resolved' | 'Pending' | 'Snoozed' | 'All';

/** A row of a list as it is read aloud. */
export type DeskRow = { id: number; text: string };
/** A message in the open conversation; `isActivity`: nobody has written it. */
export type DeskMessage = { id: number; text: string; isNote: boolean; isActivity: boolean };

/** So long a message can be taken back. */
const UNDO_MS = 5000;
const SOON_MS = 5000;
/** Beside what comes over the first row. */
const IN_ROW = { x: 60, y: 40 };

/** The console's list and conversation as an agent uses them, by the names on which everyone can rely. */
export class Desk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get list(): Locator {
    return this.page.getByRole('region', { name: 'Conversations' });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Messages' });
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  button(name: string, inside: Page | Locator = this.page): Locator {
    return inside.getByRole('button', { name, exact: true });
  }

  /** Goes to a view, and chooses the status of its conversations. */
  async show(view: DeskView, status: DeskStatus): Promise<void> {
    const views = this.page.getByRole('navigation', { name: 'Views' });
    const link = views.getByRole('link', { name: new RegExp(`^${view}(,|$)`) });
    await link.click();
    await link.and(this.page.locator('[aria-current=page]')).waitFor();
    await this.list.getByRole('combobox', { name: 'Status' }).selectOption(status);
    // Under the pointer, the list would hold its order.
    await this.page.mouse.move(0, 0);
  }

  /** Opens the conversation from the list. */
  async open(id: number): Promise<void> {
    const link = this.list.locator(`a[href*="/conversations/${id}?"], a[href$="/conversations/${id}"]`);
    const begun = Date.now();
    while (!(await this.#isOpen(id))) {
      if (Date.now() - begun > LONGEST_WAIT_MS) {
        throw new Error(`conversation ${id} is not opened from the list: ${await this.list.innerText()}`);
      }
      if ((await link.count()) > 0) await this.#press(link);
      else await this.#lookFurther();
    }
    await this.field.or(this.page.getByText('Private notes are possible')).first().waitFor();
    await this.page.mouse.move(0, 0);
  }

  /** Writes, and sends it; the words that are there were sent when the field is empty. */
  async send(text: string, mode: 'Reply' | 'Private note' = 'Reply'): Promise<void> {
    await this.page.getByRole('radio', { name: mode }).check();
    await this.field.fill(text);
    await this.button('Send').click();
    await eventually(
      async () => {
        const left = await this.field.inputValue();
        // What came meanwhile has to be seen before the second press sends.
        if (left !== '') await this.button('Send').click();
        return left;
      },
      (left) => left === '',
    );
  }

  /** Takes back what was just sent, and empties the field. Returns whether there was still time for it. */
  async undo(): Promise<boolean> {
    try {
      await this.button('Undo').click({ timeout: UNDO_MS });
      await eventually(
        () => this.field.inputValue(),
        (text) => text !== '',
        UNDO_MS,
      );
    } catch {
      return false;
    }
    await this.field.fill('');
    return true;
  }

  async choose(name: 'Assignee' | 'Team' | 'Priority' | 'Labels', option: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name, exact: true });
    const found = this.page.getByRole('option', { name: option, exact: true });
    await field.click();
    // A label or a team that was just made may come later than the list is opened.
    await found.waitFor({ timeout: SOON_MS }).catch(() => field.click());
    await found.click();
    if (name === 'Labels') await field.press('Escape');
  }

  async snooze(until: string): Promise<void> {
    await this.button('Snooze').click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${until}`) }).click();
  }

  /** Every row of the list, with those that are drawn only when somebody scrolls there. */
  async rows(): Promise<DeskRow[]> {
    const all = this.list.getByRole('listitem');
    const found = new Map<number, DeskRow>();
    for (;;) {
      const drawn = await all.evaluateAll((items) =>
        items.map((item) => ({
          place: Number(item.getAttribute('aria-posinset')),
          size: Number(item.getAttribute('aria-setsize')),
          href: item.querySelector('a')?.getAttribute('href') ?? '',
          text: item instanceof HTMLElement ? item.innerText : '',
        })),
      );
      for (const { place, href, text } of drawn) {
        found.set(place, { id: Number(/\/conversations\/(\d+)/.exec(href)?.[1]), text });
      }
      const last = drawn.at(-1);
      if (!last || last.place === last.size) break;
      await all.last().scrollIntoViewIfNeeded();
      await eventually(
        async () => Number(await all.last().getAttribute('aria-posinset')),
        (place) => place !== last.place,
      );
    }
    if ((await all.count()) > 0) await this.#toTop();
    return [...found].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  }

  /** Every message of the open conversation, in the order in which they are shown. */
  async messages(): Promise<DeskMessage[]> {
    const older = this.button('Load older messages');
    while ((await older.count()) > 0) await older.click({ timeout: 1000 }).catch(() => {});
    return this.log.evaluate((log) =>
      [...log.querySelectorAll<HTMLElement>('article, .activity')].map((item) => ({
        id: Number(/^message-(\d+)$/.exec(item.id)?.[1] ?? 0),
        // Without the beginning of the message that it answers.
        text: [...item.querySelectorAll('blockquote')].reduce(
          (text, { innerText }) => text.replace(innerText, ''),
          item.innerText,
        ),
        isNote: (item.getAttribute('aria-label') ?? '').endsWith('private note'),
        isActivity: item.localName !== 'article',
      })),
    );
  }

  /** All that the browser keeps, by its key, in every database of the page. */
  kept(): Promise<[string, unknown][]> {
    return this.page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const found: [string, unknown][] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          const rows = database.transaction(store).objectStore(store);
          const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
          keys.forEach((key, at) => found.push([String(key), values[at]]));
        }
        database.close();
      }
      return found;
    });
  }

  async #isOpen(id: number): Promise<boolean> {
    const head = this.page.getByRole('region', { name: /^Conversation with/ }).getByText(new RegExp(`^#${id} `));
    return (await head.count()) > 0;
  }

  /** The order is held from the moment when the pointer is over the list; before, the row may move away. */
  async #press(link: Locator): Promise<void> {
    await link.hover({ timeout: 2000, position: IN_ROW }).catch(() => {});
    await link.click({ timeout: 2000, position: IN_ROW }).catch(() => {});
  }

  async #lookFurther(): Promise<void> {
    const newer = this.list.getByRole('button', { name: /newer$/ });
    if ((await newer.count()) > 0) return void (await newer.click({ timeout: 1000 }).catch(() => {}));
    const rows = this.list.getByRole('listitem');
    const last = rows.last();
    if ((await rows.count()) === 0) return;
    const isEnd = (await last.getAttribute('aria-posinset')) === (await last.getAttribute('aria-setsize'));
    if (isEnd) await this.#toTop();
    else await last.scrollIntoViewIfNeeded({ timeout: 1000 }).catch(() => {});
  }

  async #toTop(): Promise<void> {
    const first = this.list.getByRole('listitem').first();
    await first.evaluate((item) => item.parentElement?.parentElement?.scrollTo(0, 0));
  }
}
