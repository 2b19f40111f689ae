import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenInbox, givenTeam, type TestAccount } from '../../support/factories.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
const conversation = (page: Page, name: string) => page.getByRole('region', { name: `Conversation with ${name}` });
const focused = (page: Page) => page.locator(':focus');

type Opened = ConsolePage & { account: TestAccount; numbers: number[] };
const NAMES = ['Ada', 'Bob', 'Cleo', 'Dan'];

/** All conversations of a new account with four contacts, the first of which was active last. */
async function open(): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/dashboard?assignee=all`);
  const { account, page } = opened;
  await page.mouse.move(0, 0);
  await account.call('POST', '/labels', { title: 'vip', color: '#aa3355' });
  await givenTeam(account, [], { name: 'billing' });
  const inbox = await givenInbox(account);
  const numbers: number[] = [];
  for (const name of NAMES.toReversed()) {
    const contact = await givenContact(account, { name });
    const { id } = await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id });
    await account.call('POST', `/conversations/${id}/messages`, { content: `I am ${name}`, message_type: 'incoming' });
    numbers.unshift(id);
  }
  // Labels and teams that were made meanwhile are in the start.
  await page.reload();
  await row(page, 'Ada').waitFor();
  await page.getByRole('heading', { level: 1, name: 'All' }).waitFor();
  return { ...opened, numbers };
}

const shown = async ({ account }: Opened, id: number) =>
  (await account.call('GET', `/conversations/${id}`)).body as Record<string, unknown> & {
    meta: { assignee: { id: number } | null; team: { name: string } | null };
  };
const becomes = (opened: Opened, id: number, fits: (body: Awaited<ReturnType<typeof shown>>) => boolean) =>
  eventually(() => shown(opened, id), fits);

/** Chooses in the dialog that a letter opens. */
async function choose(page: Page, title: string, typed: string) {
  await page.getByRole('dialog', { name: title }).getByRole('combobox').waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

describe('by keyboard alone', () => {
  it('conversations are read, answered, noted, assigned, labelled, snoozed and resolved, one after the other', async () => {
    const opened = await open();
    const { account, page, numbers } = opened;
    const [ada = 0, bob = 0, cleo = 0, dan = 0] = numbers;
    const { keyboard } = page;

    // The first is opened and answered.
    await keyboard.press('j');
    await row(page, 'Ada').and(focused(page)).waitFor();
    await keyboard.press('Enter');
    await conversation(page, 'Ada').waitFor();
    await keyboard.press('r');
    await page.getByRole('textbox', { name: 'Message' }).and(focused(page)).waitFor();
    await keyboard.type('Hello Ada, jkrn are letters here');
    await keyboard.press('Enter');
    await conversation(page, 'Ada').getByRole('article').filter({ hasText: 'Hello Ada' }).waitFor();
    // Out of the field, a note is begun.
    await keyboard.press('Shift+Tab');
    await page.getByRole('heading', { name: 'Ada' }).focus();
    await keyboard.press('n');
    await page.getByRole('radio', { name: 'Private note' }).and(page.locator(':checked')).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).and(focused(page)).waitFor();
    await keyboard.type('They are kind');
    await keyboard.press('Enter');
    await page.getByRole('article', { name: /private note$/ }).waitFor();

    // What the open one gets.
    await page.getByRole('heading', { name: 'Ada' }).focus();
    await keyboard.press('a');
    await choose(page, 'Assign', 'ada admin');
    await becomes(opened, ada, ({ meta }) => meta.assignee?.id === account.administrator.id);
    await keyboard.press('l');
    await choose(page, 'Label', 'vip');
    await page.getByRole('option', { name: /vip.*chosen/ }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('t');
    await choose(page, 'Team', 'bill');
    await keyboard.press('p');
    await choose(page, 'Priority', 'urg');
    await becomes(opened, ada, ({ labels, priority, meta }) => {
      return String(labels) === 'vip' && priority === 'urgent' && meta.team?.name === 'billing';
    });
    await keyboard.press('e');
    await becomes(opened, ada, ({ status }) => status === 'resolved');

    // The next one, from the list.
    await keyboard.press('j');
    await row(page, 'Bob').and(focused(page)).waitFor();
    await keyboard.press('s');
    await choose(page, 'Snooze', 'until they');
    await becomes(opened, bob, ({ status }) => status === 'snoozed');
    await row(page, 'Bob').and(focused(page)).waitFor();
    await keyboard.press('j');
    await row(page, 'Cleo').and(focused(page)).waitFor();
    await keyboard.press('s');
    await choose(page, 'Snooze', 'choose a date');
    await page.getByRole('dialog', { name: 'Snooze until' }).getByLabel('Date and time').fill('2031-01-02T03:04');
    await keyboard.press('Enter');
    await becomes(opened, cleo, ({ status, snoozed_until: until }) => {
      return status === 'snoozed' && new Date(String(until)).getFullYear() === 2031;
    });

    // Forth, back, and an answer to one that is not open yet.
    await keyboard.press('j');
    await keyboard.press('k');
    await keyboard.press('j');
    await row(page, 'Dan').and(focused(page)).waitFor();
    await keyboard.press('r');
    await conversation(page, 'Dan').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).and(focused(page)).waitFor();
    await keyboard.type('Hello Dan');
    await keyboard.press('Enter');
    // What is sent marks the conversation as read.
    await becomes(opened, dan, ({ messages }) => JSON.stringify(messages).includes('Hello Dan'));
    await conversation(page, 'Dan').getByRole('article').filter({ hasText: 'Hello Dan' }).getByText('Sent').waitFor();
    await page.getByRole('heading', { name: 'Dan' }).focus();
    await keyboard.press('u');
    await becomes(opened, dan, (body) => body['unread_count'] === 1);
    await keyboard.press('m');
    await becomes(opened, dan, (body) => body['muted'] === true);
    await keyboard.press('e');
    await becomes(opened, dan, ({ status }) => status === 'resolved');

    // To other places, by two letters.
    await keyboard.press('g');
    await keyboard.press('u');
    await page.getByRole('heading', { level: 1, name: 'Unassigned' }).waitFor();
    expect(opened.path()).toContain('/dashboard?assignee=unassigned');
    await keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('one conversation or all are selected and resolved', async () => {
    const opened = await open();
    const { page, numbers } = opened;
    const [ada = 0, bob = 0, cleo = 0] = numbers;
    const { keyboard } = page;

    await keyboard.press('j');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('x');
    const toolbar = page.getByRole('toolbar', { name: 'Selected conversations' });
    await toolbar.getByText('2 selected').waitFor();
    await keyboard.press('e');
    await list(page).getByRole('status').getByText('2 conversations changed').waitFor();
    const statuses = async () => {
      const bodies = await Promise.all([ada, bob, cleo].map((id) => shown(opened, id)));
      return bodies.map(({ status }) => status);
    };
    expect(await statuses()).toEqual(['resolved', 'resolved', 'open']);

    await keyboard.press('j');
    await keyboard.press('x');
    await toolbar.waitFor();
    await keyboard.press('Escape');
    await toolbar.waitFor({ state: 'detached' });
    expect(opened.problems).toEqual([]);
  });
});

describe('keys of a single letter', () => {
  it('are listed by ?, and can be switched off for the user', async () => {
    const opened = await open();
    const { page } = opened;
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const letters = shortcuts.getByRole('checkbox', { name: 'Use keys of a single letter' });

    await page.keyboard.press('?');
    await shortcuts.getByText('Resolve, or reopen').waitFor();
    await letters.uncheck();
    await page.locator('[data-letters=off]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await page.reload();
    await row(page, 'Ada').waitFor();
    await page.locator('[data-letters=off]').waitFor();
    await page.keyboard.press('j');
    expect(await row(page, 'Ada').and(focused(page)).count()).toBe(0);
    expect(await shortcuts.count()).toBe(0);

    // With a modifier, and from the menu, everything is still there.
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await letters.check();
    await page.locator('[data-letters=on]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'All' }).focus();
    await page.keyboard.press('j');
    await row(page, 'Ada').and(focused(page)).waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('are those of the places of other scripts, and never those with Alt', async () => {
    const opened = await open();
    const { page } = opened;
    const press = (init: { key: string; code: string; altKey?: boolean }) =>
      page.evaluate(
        (init) => void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })),
        init,
      );

    await press({ key: 'j', code: 'KeyJ', altKey: true });
    await press({ key: 'ę', code: 'KeyE', altKey: true });
    expect(await row(page, 'Ada').and(focused(page)).count()).toBe(0);
    await press({ key: 'о', code: 'KeyJ' });
    await row(page, 'Ada').and(focused(page)).waitFor();
    expect(opened.problems).toEqual([]);
  });
});

describe('a change from the list that the server refuses', () => {
  it('is said where the conversation is not open', async () => {
    const opened = await open();
    const { page } = opened;
    await opened.context.route('**/toggle_status', (route) =>
      route.fulfill({ status: 422, json: { message: 'The answer is missing' } }),
    );

    await page.keyboard.press('j');
    await page.keyboard.press('e');

    await page.getByRole('alert').getByText('Not changed for Ada: The answer is missing').waitFor();
    await row(page, 'Ada').waitFor();
  });
});
