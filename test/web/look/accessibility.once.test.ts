import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makePicture } from '../../support/files/media.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { filesOfEachKind } from '../../support/web/files.ts';
import type { Chat } from '../pages/chat.ts';
import { checkEverywhere } from '../pages/check-everywhere.ts';
import { type HostOptions, Hosts, ready } from '../pages/host-page.ts';
import { givenShop } from '../pages/shop.ts';
import {
  ask,
  closedBut,
  FORM,
  refuseFile,
  loseConnection,
  resolve,
  sendFiles,
  shows,
  talk,
  type,
  waitForServer,
  writeUnread,
} from '../pages/story.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

/** Checks what the page and its frame show now. */
async function check(chat: Chat): Promise<void> {
  expect(await checkEverywhere({ page: chat.page, frame: await chat.frame(), isHost: true })).toEqual({});
}

/** A chat in which something was said already. */
async function givenConversation(options?: HostOptions): Promise<Chat> {
  const chat = await (await givenShop(hosts)).open(options);
  await chat.open();
  await chat.begin();
  await talk(chat);
  return chat;
}

describe('in every look, everyone can use', () => {
  it('the bubble', async () => {
    const { page } = await (await givenShop(hosts)).open();

    expect(await checkEverywhere({ page, frame: null, isHost: true })).toEqual({});
  });

  it('the home of a team that is online', async () => {
    const chat = await (await givenShop(hosts)).open({ settings: { showPopoutButton: true } });
    await chat.open();
    await shows(chat, '.team .avatar');

    await check(chat);
  });

  it.each([
    ['away', {}],
    ['out of hours', { working_hours_enabled: true, working_hours: closedBut(3) }],
  ])('the home of a team that is %s', async (_, settings) => {
    const chat = await (await givenShop(hosts, { settings, isOnline: false })).open();
    const frame = await chat.open();
    await frame.waitForFunction(() => document.querySelector('.team p')?.textContent);

    await check(chat);
  });

  it('the form before the first message, and its problems', async () => {
    const chat = await (await givenShop(hosts, { channel: FORM })).open();
    await chat.open();
    const frame = await chat.begin();

    await check(chat);
    await frame.click('form .primary');
    await shows(chat, '.problem');
    await check(chat);
  });

  it('an empty thread, and its emoji', async () => {
    const chat = await (await givenShop(hosts)).open();
    await chat.open();
    const frame = await chat.begin();

    await check(chat);
    await frame.click('.tools .icon-button:not(.on-phones) ~ .icon-button:not(.on-phones)');
    await shows(chat, '.emoji');
    await check(chat);
  });

  it('a file that is dragged over the chat', async () => {
    const chat = await givenConversation();
    await (
      await chat.frame()
    ).evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Hello'], 'floor-plan.txt', { type: 'text/plain' }));
      document.querySelector('textarea')!.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer }));
    });
    await shows(chat, '.drop');

    await check(chat);
  });

  it('every kind of message, and the menu', async () => {
    const chat = await (await givenShop(hosts)).open();
    const frame = await chat.open();
    await chat.begin();
    await talk(chat);
    await sendFiles(chat, await filesOfEachKind(chat.page, makePicture('image/png', 320, 200)));
    await ask(chat);
    await type(chat);
    await frame.click('.row .line .icon-button >> nth=1');
    await shows(chat, '.reply-to');

    await check(chat);
    await frame.click('.options button');
    await shows(chat, '[aria-pressed=true]');
    await frame.click('.menu summary');
    await check(chat);
  });

  it('what waits or has failed, and a lost connection', async () => {
    const chat = await givenConversation({ prepare: (page) => page.clock.install() });
    await refuseFile(chat);
    await waitForServer(chat);
    await check(chat);

    await loseConnection(chat);

    await check(chat);
  });

  it('what is unread, above the bubble', async () => {
    const chat = await givenConversation();
    await writeUnread(chat);

    await check(chat);
  });

  it('the question how it was, and the end of the conversation', async () => {
    const chat = await givenConversation();
    const frame = await chat.frame();
    await resolve(chat);
    await check(chat);

    await frame.check('.csat input >> nth=3', { force: true });
    await frame.fill('.csat textarea', 'Quick and kind');
    await check(chat);
    await frame.click('.csat .primary');
    await frame.waitForSelector('.csat fieldset:disabled', { state: 'attached' });

    await check(chat);
  });

  it('a campaign', async () => {
    const shop = await givenShop(hosts);
    await shop.account.call('POST', '/campaigns', {
      title: 'Oil',
      message: 'Our oils are 20 % off until Sunday. Shall we help you to choose?',
      inbox_id: shop.inbox.id,
      sender_id: shop.agents[0]!.id,
      trigger_rules: { url: `${hosts.site.at()}/*`, time_on_page: 0 },
    });
    const chat = await shop.open();
    await shows(chat, '.preview .card');

    await check(chat);
  });

  it('the widget in a window of its own', async () => {
    const { host, page, shop } = await (await givenShop(hosts)).open();
    await page.goto(`${hosts.test.url}/widget?website_token=${shop.inbox.website_token}`);
    const shown = { page, frame: page.mainFrame(), isHost: false };
    await page.waitForSelector('.team .avatar');
    expect(await checkEverywhere(shown)).toEqual({});

    await page.click('.home .primary');
    await page.waitForSelector('.composer');

    expect(await checkEverywhere(shown)).toEqual({});
    expect(host.problems).toEqual([]);
  });

  it('the page to try it', async () => {
    const chat = await (await givenShop(hosts)).open();
    await chat.page.goto(`${hosts.test.url}/widget_tests?website_token=${chat.shop.inbox.website_token}`);
    await ready(chat.page);
    const whole = await violationsIn(chat.page.mainFrame());
    await chat.open();

    await check(chat);
    expect(whole).toEqual([]);
  });
});
