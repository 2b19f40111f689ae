import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';
import { ThreadPage } from '../pages/thread-page.ts';

const consoles = new Consoles();
let account: TestAccount;
let opened: ConsolePage;
let page: Page;
let thread: ThreadPage;
let id: number;
/** What was asked of other servers. */
const asked: string[] = [];
beforeAll(async () => {
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenSigner(consoles.test);
  opened = await consoles.open('/app');
  ({ page } = opened);
  await opened.context.route(/\.example\//, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    });
  });
  await opened.signIn(account.administrator.email);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  thread = new ThreadPage(page, account, consoles.test.url);
});
beforeEach(async () => {
  asked.length = 0;
  const contact = await givenContact(account, { name: 'Carla Contact', email: `${crypto.randomUUID()}@example.com` });
  ({ id } = await givenConversation(account, { contact_id: contact.id }));
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
});

const button = (name: string) => thread.log.getByRole('button', { name, exact: true });

type Given = { content?: string; html?: string; own?: string; text?: { full: string; own: string }; more?: object };

/** A mail of the contact, as the server stores those that it receives. */
const givenMail = ({ content = 'As text', html, own = html, text, more }: Given) =>
  ask(
    account,
    { id },
    {
      content,
      content_type: 'incoming_email',
      content_attributes: {
        email: {
          from: ['carla@example.com'],
          to: ['support@acme.example'],
          cc: ['boss@example.com'],
          subject: 'The broken table',
          ...(html !== undefined && { html_content: { full: html, reply: html, quoted: own } }),
          ...(text && { text_content: { full: text.full, reply: text.full, quoted: text.own } }),
          ...more,
        },
      },
    },
  );

describe('a mail in a thread', () => {
  it('is shown as it was sent, in a frame as high as it is', async () => {
    await givenMail({ content: 'A short one', html: '<p style="height:30px">Short</p>' });
    await givenMail({ content: 'A long one', html: `<h1>Long</h1>${'<p>Line</p>'.repeat(40)}` });
    await thread.open(id);

    const heights = () =>
      thread.log
        .locator('iframe:not(.is-loading)')
        .evaluateAll((frames) =>
          (frames as HTMLIFrameElement[]).map((frame) => [
            frame.clientHeight,
            frame.contentDocument?.body.scrollHeight,
          ]),
        );
    const [short, long] = await eventually(
      heights,
      (all) => all.length === 2 && all.every(([is, inside]) => is === inside),
    );
    expect(short![0]).toBeLessThan(80);
    expect(long![0]).toBeGreaterThan(800);
    expect(await thread.log.locator('iframe').first().getAttribute('title')).toBe('Mail of Carla Contact');
    expect(opened.problems).toEqual([]);
  });

  it('loads pictures of other servers when the reader asks for them, and nothing before', async () => {
    await givenMail({
      html: '<p>See <img src="https://shop.example/a.png" alt="A table"><img src="https://spy.example/t.gif?7" width="1" height="1"></p>',
    });
    await thread.open(id);
    const frame = thread.log.frameLocator('iframe');
    await frame.getByText('See').waitFor();
    expect(asked).toEqual([]);

    await button('Show pictures').click();
    await eventually(
      () => asked.toSorted(),
      (urls) => urls.length === 2,
    );

    expect(asked.toSorted()).toEqual(['https://shop.example/a.png', 'https://spy.example/t.gif?7']);
    await frame.getByRole('img', { name: 'A table' }).waitFor();
    expect(await button('Show pictures').count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });

  it('has what it quotes folded', async () => {
    await givenMail({ html: '<p>Thanks</p><blockquote>Earlier words</blockquote>', own: '<p>Thanks</p>' });
    await thread.open(id);
    const frame = thread.log.frameLocator('iframe');
    await frame.getByText('Thanks').waitFor();
    expect(await frame.getByText('Earlier words').count()).toBe(0);

    const before = await page.evaluate(() => history.length);

    await button('Show quoted text').click();
    await frame.getByText('Earlier words').waitFor();
    await button('Hide quoted text').click();
    await frame.getByText('Earlier words').waitFor({ state: 'detached' });

    // The way back leads to the page before.
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  it('of plain text has what it quotes folded, too', async () => {
    await givenMail({ content: 'Own words', text: { full: 'Own words\n\n> Earlier words', own: 'Own words' } });
    await thread.open(id);
    await thread.article('Own words').waitFor();
    expect(await thread.article('Earlier words').count()).toBe(0);

    await button('Show quoted text').click();
    await thread.article('Earlier words').waitFor();
  });

  it('says who it is for, and all addresses when asked', async () => {
    await givenMail({ html: '<p>Hello</p>' });
    await thread.open(id);
    await thread.log.getByText('The broken table').waitFor();
    await thread.log.getByText('To support@acme.example and 1 other').click();

    const lines = await thread.log.locator('dl > div').allInnerTexts();
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      'From carla@example.com',
      'To support@acme.example',
      'Cc boss@example.com',
    ]);
  });

  it('runs nothing, sends nothing and asks nothing of others, whatever is in it', async () => {
    const html = `
      <script>top.__pwned = 1; parent.__pwned = 1</script>
      <img src="x" onerror="parent.__pwned = 1"><svg onload="parent.__pwned = 1"></svg>
      <base href="https://evil.example/"><meta http-equiv="refresh" content="0; url=https://evil.example/go">
      <link rel="stylesheet" href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"; p { position: fixed }</style>
      <p style="position:fixed;inset:0;background:url(https://evil.example/z)">Over all</p>
      <form action="https://evil.example/form"><input name="password"><button>Sign in</button></form>
      <iframe src="https://evil.example/frame"></iframe>
      <a href="javascript:parent.__pwned=1">Run</a> <a href="https://evil.example/page">Leave</a>`;
    await givenMail({ html });
    await thread.open(id);
    const frame = thread.log.frameLocator('iframe');
    await frame.getByText('Over all').waitFor();
    const others = opened.context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Leave' }).click();
    const other = await others;
    await other.waitForLoadState();

    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    await other.close();
    await frame.getByText('Run').click();
    expect(asked).toEqual(['https://evil.example/page']);
    expect(await frame.locator('script, form, input, button, iframe, svg, base, link').count()).toBe(0);
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
    expect(page.url()).toContain(`/conversations/${id}`);
    expect(opened.problems).toEqual([]);
  });

  it('is shown as text where it cannot be loaded, until it can', async () => {
    await opened.context.route('**/mail', (route) => route.fulfill({ status: 503, json: { error: 'Not now' } }));
    await givenMail({ content: 'Its own words', html: '<p>In the frame</p>' });
    await thread.open(id);
    await thread.article('Its own words').getByText('The mail could not be shown as it was sent.').waitFor();

    await opened.context.unroute('**/mail');
    await button('Try again').click();

    await thread.log.frameLocator('iframe').getByText('In the frame').waitFor();
    opened.problems.length = 0;
  });

  it('can be read by everyone, light and dark', async () => {
    await givenMail({
      html: '<p>Hello</p><blockquote>Before</blockquote><img src="https://shop.example/a.png">',
      own: '<p>Hello</p>',
    });
    await thread.open(id);
    await thread.log.frameLocator('iframe').getByText('Hello').waitFor();
    const violations = violationsByShape(page.mainFrame());
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await violations()));
    }

    expect(found).toEqual([]);
  });
});
