import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Frame } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgentOnline, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type HostOptions, type HostPage, Hosts } from '../pages/host-page.ts';

const hosts = new Hosts();
let account: TestAccount;
beforeAll(hosts.start);
beforeEach(async () => {
  account = await givenAccount(hosts.test);
});
afterEach(hosts.close);
afterAll(hosts.stop);

const SITE = { type: 'web_widget', website_url: 'https://shop.example' };
const BUBBLE = '.woot-widget-bubble:not(.woot--close)';

/** A page with these settings, with the chat open in it. */
async function openChat(settings: object, options: HostOptions = {}): Promise<{ host: HostPage; app: Frame }> {
  const inbox = options.inbox ?? (await givenInbox(account, { ...SITE, welcome_title: 'Inbox' }));
  const host = await hosts.open({ hasApp: true, settings, ...options, inbox });
  await host.call('toggle', 'open');
  const app = await host.app();
  await app.locator('header').waitFor();
  return { host, app };
}

/** What the visitor can use in the open conversation. */
const namesOf = (app: Frame) =>
  app.getByRole('button').evaluateAll((found) => found.map((one) => one.ariaLabel ?? one.textContent));

async function startIn(app: Frame) {
  await app.getByRole('button', { name: 'Start a conversation' }).click();
  await app.getByRole('textbox', { name: 'Write a message' }).waitFor();
}

async function writeIn(app: Frame, content: string) {
  await app.getByRole('textbox', { name: 'Write a message' }).fill(content);
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await app.locator('.row.is-own.is-sent').waitFor({ state: 'attached' });
}

describe('the texts of a page', () => {
  it('stand in place of those of the inbox: welcomeTitle, welcomeDescription, unavailableMessage', async () => {
    const texts = { welcomeTitle: 'Ahoy', welcomeDescription: 'Ask us', unavailableMessage: 'Gone fishing' };

    const { app } = await openChat(texts);

    expect(await app.getByRole('heading', { level: 2 }).textContent()).toBe('Ahoy');
    expect(await app.locator('.home').textContent()).toMatch(/Ask us.*Gone fishing/s);
  });

  it('are said of who is there: availableMessage', async () => {
    const inbox = await givenInbox(account, { ...SITE, welcome_title: 'Inbox' });
    await givenAgentOnline(hosts.test, account, inbox.id);

    const { app } = await openChat({ availableMessage: 'At your service' }, { inbox });

    await app.getByText('At your service').waitFor();
    expect(await app.getByRole('heading', { level: 2 }).textContent()).toBe('Inbox');
  });
});

describe('what a page lets visitors do', () => {
  it('is what the inbox says, unless it says otherwise', async () => {
    const { app } = await openChat({});
    await startIn(app);
    await writeIn(app, 'Hello');
    await app.getByLabel('More').click();

    expect(await namesOf(app)).toEqual(
      expect.arrayContaining(['Attach files', 'Emoji', 'End the conversation', 'Close']),
    );
    expect(await namesOf(app)).not.toContain('Open in a window of its own');
  });

  it('can be less: enableFileUpload, enableEmojiPicker, enableEndConversation; and a window more: showPopoutButton', async () => {
    const less = { enableFileUpload: false, enableEmojiPicker: false, enableEndConversation: false };
    const { host, app } = await openChat({ ...less, showPopoutButton: true });
    await startIn(app);
    await writeIn(app, 'Hello');

    const names = await namesOf(app);
    expect(names).toContain('Open in a window of its own');
    for (const name of ['Attach files', 'Emoji', 'More']) expect(names).not.toContain(name);
    const popup = host.context.waitForEvent('page');
    await app.getByRole('button', { name: 'Open in a window of its own' }).click();
    await (await popup).getByRole('button', { name: 'Continue the conversation' }).waitFor();
  });

  it('is never more than the inbox lets them', async () => {
    const inbox = await givenInbox(account, { ...SITE, selected_feature_flags: [] });
    const more = { enableFileUpload: true, enableEmojiPicker: true, enableEndConversation: true };
    const { app } = await openChat(more, { inbox });
    await startIn(app);

    const names = await namesOf(app);
    for (const name of ['Attach files', 'Emoji', 'More']) expect(names).not.toContain(name);
  });
});

describe('the language', () => {
  it.each([
    ['locale', { locale: 'de' }, {}, 'de'],
    ['useBrowserLanguage', { useBrowserLanguage: true }, { locale: 'fr-CA' }, 'fr'],
    ['the account if the widget does not speak that of the page', { locale: 'xx_YY' }, {}, 'nl'],
  ])('is that of %s', async (_, settings, browser, language) => {
    await account.call('PATCH', '', { locale: 'nl' });

    const { host, app } = await openChat(settings, { browser });

    expect(await app.locator('.app').getAttribute('lang')).toBe(language);
    const labels = { de: 'Chatfenster schließen', fr: 'Fermer la fenêtre de chat', nl: 'Chatvenster sluiten' };
    expect(await host.page.getAttribute('.woot--close', 'aria-label')).toBe(labels[language as 'de']);
  });
});

describe('the colours', () => {
  it.each([
    [{ darkMode: 'dark' }, 'light', 'dark'],
    [{ darkMode: 'auto' }, 'dark', 'light dark'],
    [{}, 'dark', 'light'],
  ] as const)('follow darkMode: %j', async (settings, colorScheme, expected) => {
    const { host, app } = await openChat(settings, { browser: { colorScheme } });

    expect(await app.evaluate(() => document.documentElement.style.colorScheme)).toBe(expected);
    const back = await app.evaluate(() => getComputedStyle(document.querySelector('.app')!).backgroundColor);
    const isDark = Number(/\d+/.exec(back)![0]) < 128;
    expect(isDark).toBe(expected === 'dark' || (expected === 'light dark' && colorScheme === 'dark'));
    expect(
      await host.page
        .locator(`#cw-widget-holder.woot--${'darkMode' in settings ? settings.darkMode : 'light'}`)
        .count(),
    ).toBe(1);
  });
});

describe('unread messages', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('are shown above the bubble if showUnreadMessagesDialog is %s, and counted on it', async (isWanted, shown) => {
    const { host, app } = await openChat({ showUnreadMessagesDialog: isWanted });
    await startIn(app);
    await writeIn(app, 'Hello');
    await host.call('toggle', 'close');
    const { body } = await account.call('GET', '/conversations?status=all');
    const path = `/conversations/${body.data.payload[0].id}/messages`;

    // The socket is opened after the first message; what is told before is not heard.
    const answer = async () => {
      await account.call('POST', path, { content: 'Soon', message_type: 'outgoing' });
      return host.page.locator('.unread-notification').count();
    };
    await eventually(answer, (count) => count === 1);

    expect(await host.page.getAttribute(BUBBLE, 'aria-label')).toMatch(/\(\d+\)$/);
    if (isWanted) await host.page.waitForSelector('.has-unread-view');
    expect(await host.page.locator('.has-unread-view').count()).toBe(shown);
  });
});

describe('a setting that means nothing', () => {
  it('is named in the console, and the page goes on', async () => {
    const said: string[] = [];
    const settings = { position: 'top', colour: 'red', locale: 'de', darkMode: 'dark', useBrowserLanguage: true };
    const host = await hosts.open({
      settings,
      prepare: (page) => page.on('console', (message) => said.push(`${message.type()} ${message.text()}`)),
    });

    expect(said).toEqual(['warning Chat widget: position cannot be top', 'warning Chat widget: colour cannot be red']);
    expect(host.problems).toEqual([]);
  });
});
