import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formWith } from '../../support/files/pictures.ts';
import { theBrowser } from '../../support/web/browser.ts';
import type { Chat } from '../pages/chat.ts';
import { pictureOf, pictureOfLogo, picturesOfTeam, TABLE } from '../pages/drawings.ts';
import { type HostOptions, Hosts, WITH_MOTION } from '../pages/host-page.ts';
import { givenShop, type ShopOptions } from '../pages/shop.ts';
import { SHOP_PAGE } from '../pages/shop-page.ts';
import { FORM, order, orderInArabic, resolve, shows, writeUnread } from '../pages/story.ts';

const MOST_BYTES = 100_000;
/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/widget/', import.meta.url));
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };
const DESKTOP = { viewport: { width: 1200, height: 760 } };

const hosts = new Hosts(WITH_MOTION);
let logo: Uint8Array<ArrayBuffer>;
let faces: Uint8Array<ArrayBuffer>[];
let table: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  await hosts.start();
  mkdirSync(FOLDER, { recursive: true });
  const page = await (await theBrowser()).newPage();
  logo = await pictureOfLogo(page);
  faces = await picturesOfTeam(page);
  table = await pictureOf(page, TABLE);
  await page.close();
});
afterEach(hosts.close);
afterAll(hosts.stop);

async function givenChat(options: HostOptions = {}, shopOptions: ShopOptions = {}): Promise<Chat> {
  const shop = await givenShop(hosts, shopOptions);
  await shop.account.call('PATCH', `/inboxes/${shop.inbox.id}`, formWith('avatar', logo));
  for (const [index, { token }] of shop.agents.entries()) {
    await hosts.test.request('PATCH', '/api/v1/profile', { token, body: formWith('profile[avatar]', faces[index]!) });
  }
  return shop.open({ ...SHOP_PAGE, browser: DESKTOP, ...options });
}

/** Opens the chat, and has the visitor and the team talk. */
async function talking(options: HostOptions = {}, say = order): Promise<Chat> {
  const chat = await givenChat(options);
  await chat.open();
  await chat.begin();
  await say(chat, new File([table], 'table.png', { type: 'image/png' }));
  return chat;
}

/** Writes the picture, once every picture in it is there and nothing moves. */
async function take({ page, host }: Chat, name: string): Promise<void> {
  for (const frame of page.frames()) {
    await frame.waitForFunction(
      () =>
        [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
        document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
  }
  const bytes = await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  expect(bytes.length).toBeGreaterThan(5000);
  expect(host.problems).toEqual([]);
}

describe('the README', () => {
  it('has pictures that load fast', () => {
    const files = ['desktop', 'phone'].map((name) => readFileSync(new URL(`../pictures/${name}.png`, import.meta.url)));

    expect(files.map(({ length }) => length <= MOST_BYTES)).toEqual([true, true]);
  });
});

describe('a picture', () => {
  it('of the bubble', async () => take(await givenChat(), 'bubble'));

  it('of the home', async () => {
    const chat = await givenChat();
    await chat.open();
    await shows(chat, '.team .avatar');

    await take(chat, 'home');
  });

  it('of the form', async () => {
    const chat = await givenChat({}, { channel: FORM });
    await chat.open();
    const frame = await chat.begin();
    await frame.fill('[name=fullName]', 'Carla Winter');
    await frame.click('.pre-chat .primary');
    await shows(chat, '.problem');

    await take(chat, 'form');
  });

  it.each([
    ['thread', {}],
    ['dark', { settings: { darkMode: 'dark' } }],
    ['phone', { browser: PHONE, settings: { darkMode: 'dark' } }],
  ])('of a conversation: %s', async (name, options) => take(await talking(options), name));

  it('of a conversation from right to left', async () => {
    await take(await talking({ settings: { locale: 'ar' } }, orderInArabic), 'rtl');
  });

  it('of what is unread, and of the question how it was', async () => {
    const chat = await talking();
    await writeUnread(chat);
    await take(chat, 'unread');

    const frame = await chat.open();
    await resolve(chat);
    await frame.check('.csat input >> nth=4', { force: true });

    await take(chat, 'csat');
  });
});
