import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Frame, Page } from 'playwright-core';
import type { Chat } from '../pages/chat.ts';
import { focusedIn, tabStops, tabTo } from '../pages/focus.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenShop } from '../pages/shop.ts';
import { ask, FORM, resolve, shows, talk } from '../pages/story.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const CLOSED = '#cw-widget-holder.woot--hide';
const THREAD = '.composer textarea';

/** A chat that was opened by the keyboard, and goes on so. */
async function givenOpened(
  options?: Parameters<typeof givenShop>[1],
): Promise<{ chat: Chat; frame: Frame; page: Page }> {
  const chat = await (await givenShop(hosts, options)).open();
  const { page } = chat;
  await page.focus('#buy');
  await page.keyboard.press('Tab');
  expect(await page.$eval(BUBBLE, (bubble) => bubble === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#cw-widget-holder:not(.woot--hide)');
  return { chat, frame: await chat.frame(), page };
}

/** As `givenOpened`, in the thread. */
async function givenThread(options?: Parameters<typeof givenShop>[1]) {
  const opened = await givenOpened(options);
  await tabTo(opened.page, opened.frame, '.home .primary');
  await opened.page.keyboard.press('Enter');
  await focusedIn(opened.frame, THREAD);
  return opened;
}

describe('by keyboard alone', () => {
  it('a visitor begins, writes, and leaves to where they were', async () => {
    const { chat, frame, page } = await givenThread();

    await page.keyboard.type('Hello');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and good evening');
    await page.keyboard.press('Enter');

    await frame.waitForSelector('.row.is-sent');
    expect(await frame.locator('.row .bubble').allTextContents()).toEqual(['Hello\nand good evening']);
    expect(await frame.inputValue(THREAD)).toBe('');
    await focusedIn(frame, THREAD);
    await page.keyboard.press('Escape');
    await page.waitForSelector(CLOSED, { state: 'attached' });
    expect(await page.$eval(BUBBLE, (bubble) => bubble === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await focusedIn(await chat.frame(), THREAD);
  });

  it('a visitor goes back and forth without losing their place', async () => {
    const { frame, page } = await givenThread();

    await tabTo(page, frame, 'header .turned');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('.home');
    await focusedIn(frame, 'main');
    await tabTo(page, frame, '.home .primary');
    await page.keyboard.press('Enter');

    await focusedIn(frame, THREAD);
  });

  it('a visitor answers the form before the first message, whose first problem they are led to', async () => {
    const { frame, page } = await givenOpened({ channel: FORM });
    await tabTo(page, frame, '.home .primary');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('.pre-chat form');
    await tabTo(page, frame, '.pre-chat .primary');
    await page.keyboard.press('Enter');
    await focusedIn(frame, '[name=fullName][aria-invalid=true]');

    await page.keyboard.type('Carla');
    const answers = { emailAddress: 'carla@example.com', chairs: '6', wood: 'Oa', message: 'Six chairs, please' };
    for (const [name, answer] of Object.entries(answers)) {
      await tabTo(page, frame, `[name=${name}]`);
      await page.keyboard.type(answer);
    }
    await tabTo(page, frame, '[name=news]');
    await page.keyboard.press('Space');
    await tabTo(page, frame, '.pre-chat .primary');
    await page.keyboard.press('Enter');

    await focusedIn(frame, THREAD);
    await frame.waitForSelector('.row.is-own >> text=Six chairs, please');
  });

  it('a visitor chooses, answers a form, quotes, picks an emoji and sends a file', async () => {
    const { chat, frame, page } = await givenThread();
    // The browser is told once that files are chosen by the test, before there is a choice that could be missed.
    page.on('filechooser', () => {});
    await talk(chat);
    await ask(chat);

    await tabTo(page, frame, '.options button');
    await page.keyboard.press('Enter');
    await shows(chat, '.options [aria-pressed=true]');
    await focusedIn(frame, '.options li');
    await tabTo(page, frame, '.row form .primary >> nth=1');
    await page.keyboard.press('Enter');
    await focusedIn(frame, '[name=email][aria-invalid=true]');
    await page.keyboard.type('carla@example.com');
    await page.keyboard.press('Enter');
    await shows(chat, '.row .answers');
    await focusedIn(frame, 'main *');
    await tabTo(page, frame, '.row .icon-button');
    await page.keyboard.press('Enter');
    await shows(chat, '.reply-to');
    await focusedIn(frame, THREAD);
    await tabTo(page, frame, '.tools .icon-button >> nth=2');
    await page.keyboard.press('Enter');
    await tabTo(page, frame, '.emoji button');
    await page.keyboard.press('Enter');
    await focusedIn(frame, THREAD);
    expect(await frame.inputValue(THREAD)).toBe('😀');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('.row.is-own .quoted');
    await tabTo(page, frame, '.tools .icon-button');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hi') });

    await frame.waitForSelector('.row.is-own.is-sent .file');
  });

  it('a visitor ends the conversation in the menu, which closes alone, rates it, and begins another one', async () => {
    const { chat, frame, page } = await givenThread();
    await talk(chat);
    await tabTo(page, frame, '.menu summary');
    await page.keyboard.press('Enter');
    await tabTo(page, frame, '.menu button');
    await page.keyboard.press('Escape');
    await focusedIn(frame, '.menu summary');
    expect(await page.$(CLOSED)).toBe(null);
    await page.keyboard.press('Enter');
    await tabTo(page, frame, '.menu button');
    await page.keyboard.press('Enter');
    await shows(chat, '.csat');
    await focusedIn(frame, 'main, main *');

    await tabTo(page, frame, '.csat input');
    await page.keyboard.press('Space');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await tabTo(page, frame, '.csat .primary');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('.csat fieldset:disabled', { state: 'attached' });
    await focusedIn(frame, '.csat');
    const ratings = async () => (await chat.shop.account.call('GET', '/csat_survey_responses')).body;
    expect(await eventually(ratings, ({ length }) => length > 0)).toMatchObject([{ rating: 4 }]);
    await tabTo(page, frame, '.composer .primary');
    await page.keyboard.press('Enter');

    await focusedIn(frame, THREAD);
  });

  it('everything that has the focus shows it', async () => {
    const { chat, frame, page } = await givenThread();
    await talk(chat);
    await resolve(chat);
    await shows(chat, '.composer .primary');

    const seen = await tabStops(page, frame);

    expect(seen.filter(({ hasRing }) => !hasRing)).toEqual([]);
    expect(seen.length).toBeGreaterThan(5);
  });
});
