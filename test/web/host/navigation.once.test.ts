import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type HostOptions, type HostPage, Hosts, WITH_MOTION, ready } from '../pages/host-page.ts';
import { without } from '../pages/other-browsers.ts';

const hosts = new Hosts(WITH_MOTION);
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const SHOWN = '#cw-widget-holder:not(.woot--hide)';

/** A page with the chat open, and something typed in it that is gone when the frame begins anew. */
async function openWithDraft({ hasWritten = false } = {}, options: HostOptions = {}): Promise<HostPage> {
  const host = await hosts.open(options);
  if (hasWritten) await host.page.evaluate(() => (document.cookie = 'cw_conversation=some-token;path=/'));
  await host.call('toggle', 'open');
  await host.page.waitForSelector(SHOWN);
  await (await host.frame()).fill('#composer', 'A draft');
  return host;
}

const draftOf = async (host: HostPage) => (await host.frame()).inputValue('#composer');

const SWAPS = [
  [
    'as Turbo does it',
    `document.dispatchEvent(new CustomEvent('turbo:before-cache'));
   const snapshot = document.body.cloneNode(true);
   const body = document.createElement('body');
   body.innerHTML = '<h1>Next</h1>';
   document.dispatchEvent(new CustomEvent('turbo:before-render', { detail: { newBody: body } }));
   document.documentElement.replaceChild(body, document.body);
   if (snapshot.querySelector('#cw-bubble-holder')) throw new Error('a copy is in the snapshot');`,
  ],
  [
    'as Turbolinks does it',
    `document.dispatchEvent(new CustomEvent('turbolinks:before-render'));
   document.body = Object.assign(document.createElement('body'), { innerHTML: '<h1>Next</h1>' });`,
  ],
  [
    'as Astro does it',
    `const next = new DOMParser().parseFromString('<body><h1>Next</h1></body>', 'text/html');
   document.dispatchEvent(new CustomEvent('astro:before-swap'));
   document.body.replaceWith(next.body);`,
  ],
];

describe('a navigation without a new page', () => {
  it.each(SWAPS)('keeps the open chat with what is typed: %s', async (_, swap) => {
    const host = await openWithDraft();

    await host.page.evaluate(swap);

    await host.page.waitForSelector('text=Next');
    expect(await host.page.isVisible(SHOWN)).toBe(true);
    expect(await draftOf(host)).toBe('A draft');
    expect(await host.page.$$eval('#cw-widget-holder', (found) => found.length)).toBe(1);
  });

  it.each(SWAPS)('keeps it also in browsers that cannot move a frame: %s', async (_, swap) => {
    const host = await openWithDraft({}, { prepare: without('moveBefore') });

    await host.page.evaluate(swap);

    await host.page.waitForSelector('text=Next');
    expect(await host.page.isVisible(SHOWN)).toBe(true);
    expect(await draftOf(host)).toBe('A draft');
    expect(await host.page.$$eval('#cw-widget-holder', (found) => found.length)).toBe(1);
  });

  it('keeps a bubble that nobody has used in the body, where Chatwoot has it', async () => {
    const host = await hosts.open();

    const parents = await host.page.$$eval('#cw-widget-holder, #cw-bubble-holder', (found) =>
      found.map(({ parentElement }) => parentElement?.localName),
    );

    expect(parents).toEqual(['body', 'body']);
  });

  it('keeps the open chat where a page removes the bubble', async () => {
    const host = await openWithDraft();

    await host.page.evaluate(() => document.querySelector('#cw-bubble-holder')?.remove());

    await host.page.waitForSelector('#cw-bubble-holder', { state: 'attached' });
    expect(await host.page.isVisible(SHOWN)).toBe(true);
    expect(await draftOf(host)).toBe('A draft');
  });

  it.each([
    [
      'the body is replaced',
      `document.body = Object.assign(document.createElement('body'), { innerHTML: '<h1>Next</h1>' });`,
    ],
    ['the body is emptied', `document.body.innerHTML = '<h1>Next</h1>';`],
    [
      'the whole document is replaced',
      `document.replaceChild(new DOMParser().parseFromString('<h1>Next</h1>', 'text/html').documentElement, document.documentElement);`,
    ],
    ['the styles are taken away', `document.adoptedStyleSheets = []; document.body.innerHTML = '<h1>Next</h1>';`],
  ])('brings the open chat back when %s', async (_, swap) => {
    const host = await openWithDraft();

    await host.page.evaluate(swap);

    await host.page.waitForSelector('text=Next');
    await host.page.waitForSelector(SHOWN);
    await host.frame();
    const styled = await host.page.$eval('#cw-widget-holder', (holder) => getComputedStyle(holder).position);
    expect(styled).toBe('fixed');
    // Once it stands beside the body, nothing takes it out again.
    await (await host.frame()).fill('#composer', 'Again');
    await host.page.evaluate(`document.body = document.createElement('body')`);
    expect(await draftOf(host)).toBe('Again');
  });

  it('tells the app of the new address, with the time on it from now on', async () => {
    const host = await openWithDraft();

    await host.page.evaluate(() => history.pushState({}, '', '/next?a=1'));

    const frame = await host.frame();
    await frame.waitForFunction(() =>
      (window as unknown as { told: { event: string; referrerURL?: string }[] }).told.some(
        ({ event, referrerURL }) => event === 'change-url' && referrerURL?.endsWith('/next?a=1'),
      ),
    );
    const last = await frame.evaluate(() => (window as unknown as { told: object[] }).told.at(-1));
    expect(last).toMatchObject({ event: 'change-url', referrerHost: new URL(hosts.site.at()).host });
    expect((last as { secondsOnPage: number }).secondsOnPage).toBeLessThan(1);
  });
});

describe('a navigation to another page', () => {
  it('opens the chat there that was open here, which is no opening by the visitor', async () => {
    const host = await openWithDraft({ hasWritten: true });

    await host.page.reload();
    await ready(host.page);
    await host.page.waitForSelector(SHOWN);

    expect((await host.told()).map(({ event }) => event)).toEqual(['toggle-open']);
  });

  it('keeps nothing of a visitor who has not written', async () => {
    const host = await openWithDraft();

    await host.page.reload();
    await ready(host.page);

    expect(await host.page.$('#chatwoot_live_chat_widget')).toBe(null);
  });

  it('leaves the chat closed that was closed', async () => {
    const host = await openWithDraft({ hasWritten: true });
    await host.call('toggle', 'close');
    await host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });

    await host.page.reload();
    await ready(host.page);

    expect(await host.page.$('#chatwoot_live_chat_widget')).toBe(null);
  });
});

describe('a page that goes back', () => {
  it('has the widget still', async () => {
    const host = await openWithDraft();
    await host.page.evaluate(() => history.pushState({}, '', '/next'));

    await host.page.goBack();

    expect(await host.page.isVisible(SHOWN)).toBe(true);
    expect(await draftOf(host)).toBe('A draft');
  });
});
