import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { type Connection, givenConnection } from '../../support/web/connection.ts';
import { FIREFOX, type OtherBrowser, type OtherWindow, WEBKIT, type Where } from '../../support/web/other-browsers.ts';
import { givenWebsite, type Website } from '../../support/web/website.ts';
import { pageWith } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';

const COMPOSER = '.composer textarea';
const BUBBLE = '.woot-widget-bubble:not(.woot--close)';

let test: TestApp;
let site: Website;
let connection: Connection;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  test = await givenApp();
  site = await givenWebsite();
  connection = await givenConnection(test.url);
});
afterEach(async () => {
  connection.mend();
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await connection.stop();
  await site.stop();
  await test.stop();
});

/** A visitor of a page with the widget, whose server is on another site than the page. */
async function givenVisitor(browser: OtherBrowser, refuses?: 'all' | 'in frames') {
  const team = await givenTeam(test);
  const path = `/${team.inbox.website_token}`;
  const snippet = team.inbox.web_widget_script.replaceAll(test.url, connection.url);
  site.pages.set(path, { html: pageWith(snippet, { settings: { showPopoutButton: true } }) });
  const { window, stop } = await browser.start(refuses);
  stops.push(stop);
  await window.goTo(`${site.at().replace('shop.', '')}${path}`);
  return { team, window };
}

async function begin(window: OtherWindow, content: string): Promise<void> {
  await window.click(BUBBLE, 'page');
  await window.click('.home .primary', 'chat');
  await window.type(COMPOSER, content, 'chat');
  await window.click('.send', 'chat');
  await sees(window, content, 'chat', '.is-sent');
}

/** Waits until a message is in the thread; a row may have to be of one kind. */
const sees = (window: OtherWindow, text: string, where: Where, kind = '') =>
  eventually(
    () => read<string[]>(window, textsOf(kind), where),
    (texts) => (texts ?? []).includes(text),
  );
const textsOf = (kind: string) =>
  `return [...document.querySelectorAll('.row${kind} .bubble')].map(({ textContent }) => textContent.trim())`;

/** Null while the frame, or the page, is being made anew. */
const read = async <T>(window: OtherWindow, body: string, where: Where): Promise<T | null> =>
  window.run<T>(body, where).catch(() => null);
const waitFor = (window: OtherWindow, condition: string, where: Where) =>
  eventually(
    () => read<boolean>(window, `return ${condition}`, where),
    (holds) => holds === true,
  );
const valueOf = (window: OtherWindow) => window.run(`return document.querySelector('${COMPOSER}').value`, 'chat');

const suites = [FIREFOX, WEBKIT].map((browser) => [browser.name, browser] as const);

describe.each(suites)('in %s', (_, browser) => {
  const row = browser.isInstalled ? it : it.skip;

  row('a conversation begins, is answered, and is shown again on the next page', async () => {
    const { team, window } = await givenVisitor(browser);
    await begin(window, 'Hello');
    await (await team.conversation()).answer('Good **morning**');
    await sees(window, 'Good morning', 'chat');

    await window.reload();

    await sees(window, 'Good morning', 'chat');
  });

  row('the composer is as high as its text, up to a limit', async () => {
    const { window } = await givenVisitor(browser);
    await begin(window, 'Hello');
    const heightOf = (lines: number) =>
      window.run<number>(
        `const field = document.querySelector('${COMPOSER}');
         field.value = Array(${lines}).fill('Line').join('\\n');
         field.dispatchEvent(new Event('input', { bubbles: true }));
         return field.offsetHeight`,
        'chat',
      );

    await heightOf(5);
    const five = await heightOf(5);
    await heightOf(40);
    expect([five > 110, await heightOf(40)]).toEqual([true, 140]);
  });

  row('the first navigation without a new page keeps the open chat with what is typed', async () => {
    const { window } = await givenVisitor(browser);
    await begin(window, 'Hello');
    await window.type(COMPOSER, 'So', 'chat');
    await window.run(`document.querySelector('#chatwoot_live_chat_widget').isTheSame = true`, 'page');
    await window.run('window.isTheSame = true', 'chat');

    await window.run(
      `document.dispatchEvent(new CustomEvent('turbo:before-cache'));
       const body = document.createElement('body');
       document.dispatchEvent(new CustomEvent('turbo:before-render', { detail: { newBody: body } }));
       document.documentElement.replaceChild(body, document.body);`,
      'page',
    );

    expect(await window.run('return window.isTheSame === true', 'chat')).toBe(true);
    expect(await valueOf(window)).toBe('So');
  });

  row('a lost connection is told of until there is an answer, and what was written meanwhile arrives', async () => {
    const { team, window } = await givenVisitor(browser);
    await begin(window, 'Hello');
    const conversation = await team.conversation();
    const banner = `document.querySelector('.banner') !== null`;

    connection.cut();
    await window.type(COMPOSER, 'Are you there?', 'chat');
    await window.click('.send', 'chat');
    await waitFor(window, banner, 'chat');
    connection.mend();
    await conversation.answer('Meanwhile');

    await sees(window, 'Meanwhile', 'chat');
    await sees(window, 'Are you there?', 'chat', '.is-sent');
    await waitFor(window, `!(${banner})`, 'chat');
  });

  row('the window of its own has the conversation', async () => {
    const { window } = await givenVisitor(browser);
    await begin(window, 'Hello');

    await window.click('header button[aria-label="Open in a window of its own"]', 'chat');
    const popup = await window.opened();
    await popup.click('.home .primary', 'page');

    await sees(popup, 'Hello', 'page');
  });
});

describe('in Firefox that refuses', () => {
  const row = FIREFOX.isInstalled ? it : it.skip;

  row('all cookies, the window of its own has the conversation', async () => {
    const { window } = await givenVisitor(FIREFOX, 'all');
    await begin(window, 'Hello');

    await window.click('header button[aria-label="Open in a window of its own"]', 'chat');
    const popup = await window.opened();
    await popup.click('.home .primary', 'page');

    await sees(popup, 'Hello', 'page');
  });

  row('other sites their storage, a draft is still there after a reload', async () => {
    const { window } = await givenVisitor(FIREFOX, 'in frames');
    await begin(window, 'Hello');
    await window.type(COMPOSER, 'So', 'chat');

    await window.reload();

    await waitFor(window, `document.querySelector('${COMPOSER}')?.value === 'So'`, 'chat');
  });
});
