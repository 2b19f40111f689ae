import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { type HostOptions, Hosts, ready } from '../pages/host-page.ts';
import { givenTeam, type Team } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

let mails: MailServer;
const hosts = new Hosts();
beforeAll(async () => {
  mails = await givenMailServer();
  await hosts.start({ 'mail.smtp_url': mails.url, 'mail.from': 'Shop <shop@acme.example>' });
});
afterEach(hosts.close);
afterAll(async () => {
  await hosts.stop();
  await mails.stop();
});

async function givenPage(team: Team, options: HostOptions = {}) {
  const host = await hosts.open({ inbox: team.inbox, hasApp: true, ...options });
  return { host, chat: new VisitorChat(host) };
}

/** A visitor who has written, and what was answered. */
async function givenTalk(options: HostOptions & { settings?: object } = {}) {
  const team = await givenTeam(hosts.test, { ...(options.channel && { channel: options.channel }) });
  const { host, chat } = await givenPage(team, options);
  await chat.begin('Hello');
  const conversation = await team.conversation();
  await conversation.answer('Good morning');
  await chat.texts(2);
  return { team, host, chat, conversation };
}

describe('the end of a conversation', () => {
  it('is the choice of the visitor, and told to the team', async () => {
    const { chat, conversation } = await givenTalk();

    await chat.app.locator('summary[aria-label=More]').click();
    await chat.button('End the conversation').click();

    await eventually(conversation.read, ({ status }) => status === 'resolved');
    await chat.write('One more thing');
    await chat.sent('One more thing');
    expect((await conversation.read()).status).toBe('open');
  });

  it('is not offered where the inbox does not allow it', async () => {
    const { chat } = await givenTalk({ channel: { selected_feature_flags: ['attachments'] } });

    expect(await chat.app.locator('summary[aria-label=More]').count()).toBe(0);
  });
});

describe('the next page', () => {
  it('has the chat open at the conversation, which takes no focus', async () => {
    const { host, chat } = await givenTalk();

    await host.page.reload();

    expect(await chat.texts(2)).toEqual(['Hello', 'Good morning']);
    await chat.isOpen();
    expect(await host.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await chat.close();
    await chat.open();
    await eventually(
      () => chat.composer.evaluate((field) => field === document.activeElement),
      (hasFocus) => hasFocus,
    );
  });

  it('has it open at its first page, where it was there', async () => {
    const { host, chat } = await givenTalk();
    await chat.button('Back').click();

    await host.page.reload();

    await chat.button('Continue the conversation').waitFor();
  });

  it('has it closed where it was, and opens it where it was', async () => {
    const { host, chat } = await givenTalk();
    await chat.close();

    await host.page.reload();
    await ready(host.page);
    await chat.open();

    expect(await chat.texts(2)).toEqual(['Hello', 'Good morning']);
    expect(await chat.composer.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe('the transcript', () => {
  it('is mailed to a visitor whose address is known, without what is private', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await givenPage(team);
    const email = `${randomUUID()}@example.com`;
    await host.call('setUser', email, { email, name: 'Uma User' });
    await chat.begin('Where is my parcel?');
    const conversation = await team.conversation();
    await conversation.answer('On its way');
    await conversation.answer('They always ask', { private: true });
    await chat.texts(2);

    await chat.app.locator('summary[aria-label=More]').click();
    await chat.button('Send me the conversation by e-mail').click();

    const [mail] = await mails.mailsTo(email);
    const text = `${mail!.email.text}${mail!.email.html}`;
    for (const said of ['Where is my parcel?', 'On its way']) expect(text).toContain(said);
    expect(text).not.toContain('They always ask');
    await chat.app
      .locator('[aria-live]', { hasText: 'on its way to your e-mail address' })
      .waitFor({ state: 'attached' });
  });

  it('is not offered to those whose address nobody knows', async () => {
    const { chat } = await givenTalk();

    await chat.app.locator('summary[aria-label=More]').click();

    await chat.button('End the conversation').waitFor();
    expect(await chat.button('Send me the conversation by e-mail').count()).toBe(0);
  });
});

describe('the sound', () => {
  /** Counts the tones that the page begins. */
  const countTones = (page: Page) =>
    page.addInitScript(() => {
      const { start } = OscillatorNode.prototype;
      Object.assign(window, { tones: 0 });
      OscillatorNode.prototype.start = function count(...given) {
        (window as unknown as { tones: number }).tones += 1;
        start.apply(this, given);
      };
    });

  it('comes with messages for the closed chat, once the visitor has touched the page', async () => {
    const before = `addEventListener('chatwoot:ready', () => $chatwoot.toggle('open'));
      addEventListener('chatwoot:opened', () => $chatwoot.toggle('close'));`;
    const { host, chat, conversation } = await givenTalk();
    await chat.close();
    const page = await host.context.newPage();
    await countTones(page);
    // What the usual ways ask of a page counts as the visitor's touch, so this page is asked through the protocol.
    const session = await host.context.newCDPSession(page);
    const valueOf = async (expression: string) =>
      (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as unknown;
    const isTrue = (expression: string) =>
      eventually(
        () => valueOf(expression),
        (value) => value === true,
      );
    await page.addInitScript(before);
    // What is told in seconds is seen to the end of the second.
    const { contact_last_seen_at: seenAt } = await eventually(
      conversation.read,
      (shown) => shown.contact_last_seen_at > 0,
    );
    await eventually(Date.now, (now) => now >= (seenAt + 1) * 1000);
    await page.goto(host.page.url());

    // The first may be read with the page, and the second when the socket is open, which tells the third.
    for (const count of [1, 2, 3]) {
      await conversation.answer(`Not heard ${count}`);
      await isTrue(`document.querySelector('.woot-widget-bubble').ariaLabel.includes('(${count})')`);
    }
    expect(await valueOf('tones')).toBe(0);
    await page.mouse.click(200, 200);
    await conversation.answer('Heard');

    await isTrue('tones === 1');
  });
});

describe('what is unread', () => {
  it('is shown above the bubble until it is closed, and opens the thread', async () => {
    const { host, chat, conversation } = await givenTalk();
    await chat.close();
    await conversation.answer('First');
    await chat.preview.getByText('First').waitFor();

    await chat.preview.getByRole('button', { name: 'Close' }).click();
    await chat.preview.waitFor({ state: 'detached' });
    await host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });
    await conversation.answer('Second');
    await chat.preview.getByText('Second').click();
    await chat.isOpen();

    expect(await chat.texts(4)).toEqual(['Hello', 'Good morning', 'First', 'Second']);
    expect(await chat.composer.isVisible()).toBe(true);
    const told = (await host.events()).map(([name]) => name.replace('chatwoot:', ''));
    expect(told.filter((name) => /opened|closed/.test(name))).toEqual(['opened', 'closed', 'opened']);
  });

  it('is only a mark at the bubble where the page wants no more', async () => {
    const { host, chat, conversation } = await givenTalk({ settings: { showUnreadMessagesDialog: false } });
    await chat.close();

    await conversation.answer('First');

    await host.page.waitForSelector('.woot-widget-bubble.unread-notification');
    expect(await chat.preview.count()).toBe(0);
  });
});

describe('the colours', () => {
  const LIGHT = 'rgb(255, 255, 255)';

  it.each([
    ['light', 'dark', true],
    ['dark', 'light', false],
    ['auto', 'light', true],
    ['auto', 'dark', false],
  ] as const)('%s, where the visitor likes it %s', async (darkMode, colorScheme, isLight) => {
    const { chat } = await givenPage(await givenTeam(hosts.test), { settings: { darkMode }, browser: { colorScheme } });
    await chat.open();

    const back = await chat.app.locator('.app').evaluate((element) => getComputedStyle(element).backgroundColor);

    expect(back === LIGHT).toBe(isLight);
  });

  it.each([
    ['#1f93ff', true],
    ['#b3261e', true],
    ['#ffd400', false],
  ])('of %s: the bubble has that of the chat, but where it is bright', async (color, isSame) => {
    const team = await givenTeam(hosts.test, { channel: { widget_color: color } });
    const { host, chat } = await givenPage(team);
    await chat.open();
    const backOf = (element: Element) => getComputedStyle(element).backgroundColor;
    const bubble = host.page.locator('.woot--close');

    expect((await bubble.evaluate(backOf)) === (await chat.app.locator('header').evaluate(backOf))).toBe(isSame);
    // White on the chat's colour, black on a bright one.
    const text = await bubble.evaluate((element) => getComputedStyle(element).color);
    expect(text).toMatch(isSame ? /^oklch\(1 0/ : /^oklch\(0 0/);
  });
});

describe('the header', () => {
  it('has its text whole beside all of its buttons', async () => {
    const { chat } = await givenTalk({ settings: { showPopoutButton: true } });
    await chat.app.locator('summary').waitFor();

    const isCut = await chat.app
      .locator('.availability')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

    expect(isCut).toBe(false);
  });
});
