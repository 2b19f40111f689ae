import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bundleWeb } from '../../../src/web-assets/bundle.ts';
import { type HostOptions, Hosts } from '../pages/host-page.ts';
import { givenTeam, type Team } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const FOLDER = join(import.meta.dirname, '../../../src/web/widget/locales');
const LOCALES = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
const textsOf = (locale: string) => JSON.parse(readFileSync(join(FOLDER, `${locale}.json`), 'utf8'));

const hosts = new Hosts();
let files: Map<string, string>;
beforeAll(async () => {
  await hosts.start();
  const { lazy } = (await bundleWeb()).widget;
  const isLocale = ({ source }: { source: string }) => source.startsWith('src/web/widget/locales/');
  files = new Map(
    lazy.filter(isLocale).map(({ path, source }) => [`/packs/${path}`, source.replace(/.*\/(\w+)\.json/, '$1')]),
  );
});
afterEach(hosts.close);
afterAll(hosts.stop);

/** A page with the open chat, and the locales that were loaded for it. */
async function openIn({ inbox }: Team, options: HostOptions) {
  const host = await hosts.open({ inbox, hasApp: true, ...options });
  const chat = new VisitorChat(host);
  await chat.open();
  await chat.app.locator('main.home').waitFor();
  const loaded = () => host.asked.flatMap((path) => files.get(path) ?? []);
  return { host, chat, loaded };
}

describe('each language', () => {
  let team: Team;
  beforeAll(async () => {
    team = await givenTeam(hosts.test);
  });

  it.each(LOCALES)('%s is loaded alone, and said in its direction', async (locale) => {
    const { chat, loaded } = await openIn(team, { settings: { locale }, path: `/${locale}` });
    const texts = textsOf(locale);

    expect(loaded()).toEqual([locale]);
    expect(await chat.app.locator('main.home .primary').textContent()).toBe(texts.start);
    expect(await chat.app.locator('html').getAttribute('lang')).toBe(locale.replace('_', '-'));
    expect(await chat.app.locator('html').getAttribute('dir')).toBe(['ar', 'fa'].includes(locale) ? 'rtl' : 'ltr');
  });

  it('is that of the account, unless the page or the visitor has another', async () => {
    const { account, inbox } = team;
    await account.call('PATCH', '', { locale: 'de' });

    const { loaded } = await openIn(team, { path: '/account' });
    const { loaded: byPage } = await openIn(team, { path: '/page', settings: { locale: 'fr' } });
    const browser = { locale: 'pt-PT' };
    const { loaded: byVisitor } = await openIn(team, {
      path: '/visitor',
      settings: { useBrowserLanguage: true },
      browser,
    });

    expect([loaded(), byPage(), byVisitor()]).toEqual([['de'], ['fr'], ['pt_BR']]);
    expect(inbox.id).toBeGreaterThan(0);
  });

  it('changes when the page says so', async () => {
    const { host, chat, loaded } = await openIn(team, { path: '/changes', settings: { locale: 'en' } });

    await host.call('setLocale', 'nl');

    await chat.button(textsOf('nl').start).waitFor();
    expect(loaded()).toEqual(['en', 'nl']);
    await host.page.waitForFunction(() => document.querySelector('.woot--close')?.ariaLabel === 'Chatvenster sluiten');
  });

  it('has the plurals of its language', async () => {
    const own = await givenTeam(hosts.test);
    const { chat } = await openIn(own, { settings: { locale: 'ar' } });
    await chat.app.locator('main.home .primary').click();
    await chat.app.locator('.composer textarea').fill('Hello');
    await chat.app.locator('.composer .send').click();
    await chat.sent('Hello');
    const conversation = await own.conversation();
    await conversation.answer('One');
    await chat.texts(2);
    await chat.close();

    await conversation.answer('Two');
    await conversation.answer('Three');

    await chat.preview.locator('h1', { hasText: textsOf('ar').unread.two }).waitFor({ state: 'attached' });
  });
});

describe('from right to left', () => {
  it.each(['left', 'right'] as const)('the bubble stays where the page wants it: %s', async (position) => {
    const team = await givenTeam(hosts.test);
    const before = 'document.documentElement.dir = "rtl";';
    const { host, chat } = await openIn(team, { settings: { locale: 'fa', position }, before });

    const box = (await host.page.locator('.woot--close').boundingBox())!;
    const frame = (await host.page.locator('#chatwoot_live_chat_widget').boundingBox())!;
    const { width } = host.page.viewportSize()!;

    expect([box.x < width / 2, frame.x < width / 2]).toEqual(Array(2).fill(position === 'left'));
    const [icon, title] = await Promise.all(
      ['header img, header .avatar', 'header .title'].map((part) => chat.app.locator(part).first().boundingBox()),
    );
    expect(icon!.x).toBeGreaterThan(title!.x);
  });

  it('nothing in the styles names a side, but for the side of the bubble', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openIn(team, {});
    await chat.start();
    // With the emoji come the styles of what is loaded later.
    await chat.button('Emoji').click();
    await chat.app.locator('.emoji').waitFor();

    const rulesIn = () => {
      const all = (list: CSSRuleList): string[] =>
        [...list].flatMap((rule) =>
          'cssRules' in rule && !('selectorText' in rule) ? all(rule.cssRules as CSSRuleList) : rule.cssText,
        );
      return document.adoptedStyleSheets.flatMap((sheet) => all(sheet.cssRules));
    };
    const inPage = await host.page.evaluate(rulesIn);
    const inApp = await chat.app.locator('html').evaluate(rulesIn);
    const namesSide = (rule: string) => /\b(left|right)\b/.test(rule.replace(/^[^{]*/, ''));

    expect(inApp.length).toBeGreaterThan(80);
    expect(inApp.filter(namesSide)).toEqual([]);
    expect(inPage.filter(namesSide).every((rule) => /^[^{]*woot-elements--(left|right)/.test(rule))).toBe(true);
    expect(inPage.filter(namesSide).length).toBeGreaterThan(0);
  });
});
