import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Chat } from '../pages/chat.ts';
import { followAnnouncements } from '../pages/announcements.ts';
import { type HostOptions, Hosts } from '../pages/host-page.ts';
import { givenShop } from '../pages/shop.ts';
import { ask, FORM, refuseFile, loseConnection, resolve, shows, talk, type } from '../pages/story.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

async function givenThread(options?: HostOptions): Promise<Chat> {
  const chat = await (await givenShop(hosts)).open(options);
  await chat.open();
  await chat.begin();
  return chat;
}

/** The socket is open, and brings what the team writes. */
const listens = type;

describe('who hears the chat', () => {
  it('is told what the team writes, once and with the name, and not what they write themselves', async () => {
    const chat = await givenThread();
    const heard = await followAnnouncements(await chat.frame());
    await chat.write('Where is my parcel?');
    await listens(chat);

    await chat.answer('On its way');
    await shows(chat, '.row:not(.is-own) >> text=On its way');
    await chat.write('Thanks');
    await chat.answer('You are **welcome**, see [our shop](https://shop.example)');

    const isLast = (texts: string[]) => texts.at(-1)?.includes('You are') ?? false;
    expect(await eventually(heard, isLast)).toEqual([
      'New message from Maya Lindqvist: On its way',
      'New message from Maya Lindqvist: You are welcome, see our shop',
    ]);
  });

  it('is told the same words again when they are said again', async () => {
    const chat = await givenThread();
    await chat.write('Hello');
    await listens(chat);
    const heard = await followAnnouncements(await chat.frame());

    await chat.answer('Yes');
    await eventually(heard, ({ length }) => length === 1);
    await chat.answer('Yes');

    const all = await eventually(heard, ({ length }) => length === 2);
    expect(all.map((text) => text.trim())).toEqual(Array(2).fill('New message from Maya Lindqvist: Yes'));
  });

  it('is told what could not be sent, and that the connection is lost', async () => {
    const chat = await givenThread({ prepare: (page) => page.clock.install() });
    await chat.write('Hello');
    await listens(chat);
    await chat.answer('Hi');
    await shows(chat, '.row:not(.is-own)');
    const heard = await followAnnouncements(await chat.frame());

    await refuseFile(chat);
    await loseConnection(chat);

    const isLast = (texts: string[]) => texts.at(-1)?.startsWith('No connection') ?? false;
    expect(await eventually(heard, isLast)).toEqual([
      expect.stringMatching(/^Not sent\./),
      'No connection. What you write is sent as soon as it is back.',
    ]);
  });

  it('is told nothing of what was said before', async () => {
    const chat = await givenThread();
    await talk(chat);
    await chat.page.reload();

    const frame = await chat.open();
    const heard = await followAnnouncements(frame);
    await shows(chat, '.row:not(.is-own)');
    await listens(chat);
    await chat.answer('Anything else?');

    const all = await eventually(heard, ({ length }) => length > 0);
    expect(all).toEqual(['New message from Maya Lindqvist: Anything else?']);
  });
});

describe('the accessibility tree', () => {
  it('names everything in the chat', async () => {
    const chat = await givenThread();
    await talk(chat);
    await ask(chat);
    await resolve(chat);

    const tree = await (await chat.frame()).locator('.app').ariaSnapshot();

    expect(tree).toMatch(/heading "Juniper & Oak" \[level=1\]/);
    expect(tree).toMatch(/region "Messages"/);
    expect(tree).toMatch(/radio "Very good"/);
    expect(tree).toMatch(/textbox "E-mail address"/);
    expect(tree).toMatch(/combobox "Floor"/);
    expect(tree).not.toMatch(/(button|link|textbox|combobox|radio|checkbox|img)( \[[^\]]*\])*:?$/m);
  });

  it('names the fields of the form before the first message, and says what is wrong with them', async () => {
    const chat = await (await givenShop(hosts, { channel: FORM })).open();
    await chat.open();
    const frame = await chat.begin();
    await frame.click('.pre-chat .primary');

    const field = frame.getByRole('textbox', { name: 'E-mail address' });

    const id = await field.getAttribute('aria-describedby');
    expect(await frame.textContent(`[id="${id}"]`)).toBe('This is needed');
    expect(await frame.getByRole('checkbox', { name: 'Write to me about sales' }).count()).toBe(1);
  });
});

describe('who wants less motion', () => {
  it('sees nothing move', async () => {
    const chat = await (await givenShop(hosts)).open({ browser: { reducedMotion: 'reduce' } });
    const frame = await chat.open();
    await chat.begin();
    await chat.write('Hello');
    await listens(chat);

    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
    expect(await Promise.all([frame.evaluate(moving), chat.page.evaluate(moving)])).toEqual([0, 0]);
    expect(await frame.$eval('.scroller', (box) => getComputedStyle(box).scrollBehavior)).toBe('auto');
  });
});

describe('who has colours of their own', () => {
  it('sees where buttons are, and what is chosen', async () => {
    const chat = await (await givenShop(hosts)).open({ browser: { forcedColors: 'active' } });
    const bubble = await chat.page.$eval('.woot-widget-bubble', (element) => getComputedStyle(element).borderTopWidth);
    const frame = await chat.open();
    await chat.begin();
    await talk(chat);
    await resolve(chat);
    await frame.check('.csat input >> nth=3', { force: true });

    const edges = await frame.evaluate(() => {
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
      return {
        button: styleOf('.csat .primary').borderTopStyle,
        chosen: styleOf('.ratings label:has(:checked)').outlineStyle,
        others: styleOf('.ratings label:not(:has(:checked))').outlineStyle,
      };
    });

    expect([bubble, edges]).toEqual(['2px', { button: 'solid', chosen: 'solid', others: 'none' }]);
  });
});
