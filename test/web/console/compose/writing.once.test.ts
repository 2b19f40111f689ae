import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../support/eventually.ts';
import {
  givenAgent,
  givenContact,
  givenConversation,
  givenTeam,
  type TestAccount,
} from '../../../support/factories.ts';
import { violationsIn } from '../../../support/web/axe.ts';
import { checkConsole } from '../../pages/check-console.ts';
import { type ConsolePage, Consoles, givenSigner } from '../../pages/console-page.ts';

const consoles = new Consoles();
let account: TestAccount;
let agent: Awaited<ReturnType<typeof givenAgent>>;
let opened: ConsolePage;
let page: Page;
let id: number;
beforeAll(async () => {
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenSigner(consoles.test);
  agent = await givenAgent(consoles.test, account, 'Gus Agent');
  await givenTeam(account, [account.administrator], { name: 'billing' });
  const content = 'Hello {{contact.first_name}}, {{agent.name}} here. {{contact.phone}}';
  await account.call('POST', '/canned_responses', { short_code: 'hello', content });
  opened = await consoles.open(`/app/accounts/${account.id}/inbox`);
  ({ page } = opened);
  await opened.signIn(account.administrator.email);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
});
beforeEach(async () => {
  const contact = await givenContact(account, { name: 'Carla Contact', email: undefined });
  ({ id } = await givenConversation(account, { contact_id: contact.id }));
  await page.goto(`${consoles.test.url}/app/accounts/${account.id}/conversations/${id}`);
  await field().waitFor();
});

const field = () => page.getByRole('textbox', { name: 'Message' });
const button = (name: string) => page.locator('form').getByRole('button', { name, exact: true });
const note = () => page.getByRole('radio', { name: 'Private note' }).check();
const isResolved = async () => (await account.call('GET', `/conversations/${id}`)).body.status === 'resolved';
const has = (text: string) =>
  eventually(
    () => field().inputValue(),
    (now) => now === text,
  );
async function stored(count: number) {
  const read = async () => (await account.call('GET', `/conversations/${id}/messages`)).body.payload;
  type Stored = { content: string; message_type: number };
  const messages: Stored[] = await eventually(
    async () => ((await read()) as Stored[]).filter(({ message_type: type }) => type === 1),
    ({ length }) => length === count,
  );
  return messages.map(({ content }) => content);
}
async function choose(item: string) {
  await button('More ways to send').click();
  await page.getByRole('menu', { name: 'More ways to send' }).getByText(item, { exact: true }).click();
}
const settings = async () => {
  const { token } = account.administrator;
  return (await consoles.test.request('GET', '/api/v1/profile', { token })).body.ui_settings as object;
};

describe('the composer', () => {
  it('sends with the key that the user has chosen, also after the page was loaded again', async () => {
    await choose('Ctrl + Enter');
    await eventually(settings, (now) => 'editor_message_key' in now);
    await page.reload();
    await field().fill('one');
    await field().press('Enter');
    await field().pressSequentially('two');
    const written = await field().inputValue();
    await field().press('Control+Enter');

    expect(await stored(1)).toEqual(['one\ntwo']);
    expect(written).toBe('one\ntwo');
    await choose('Enter');
    await eventually(settings, (now) => JSON.stringify(now).includes('"enter"'));
  });

  it('lets a message be taken back for as long as the user has chosen', async () => {
    await choose('No time');
    await eventually(settings, (now) => JSON.stringify(now).includes('"undo_send_seconds":0'));
    await field().fill('At once');
    await field().press('Enter');
    await stored(1);
    const isOffered = (await button('Undo').count()) > 0;
    await choose('30 seconds');
    await eventually(settings, (now) => JSON.stringify(now).includes('"undo_send_seconds":30'));
    await field().fill('Later');
    await field().press('Enter');
    await button('Undo').click();
    await has('Later');
    await choose('5 seconds');

    expect(isOffered).toBe(false);
    expect(await stored(1)).toEqual(['At once']);
  });

  it('sends and resolves together, and takes back both', async () => {
    await field().fill('Undone');
    await choose('Send and resolve');
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await button('Undo').click();
    await has('Undone');
    await page.getByRole('button', { name: 'Resolve' }).waitFor();
    await field().fill('Done');
    await field().press('Control+Shift+Enter');
    await page.getByRole('button', { name: 'Reopen' }).waitFor();

    expect(await stored(1)).toEqual(['Done']);
    await eventually(isResolved, Boolean);
  });

  it('marks what is selected by buttons and keys, which the browser can undo', async () => {
    await field().fill('bold and code');
    await button('Formatting').click();
    const select = (from: number, to: number) =>
      field().evaluate((element, [start, end]) => (element as HTMLTextAreaElement).setSelectionRange(start, end), [
        from,
        to,
      ] as const);
    await select(0, 4);
    await button('Bold').click();
    await has('**bold** and code');
    await select(13, 17);
    await field().press('Control+e');
    await has('**bold** and `code`');
    await field().press('Control+b');
    await has('**bold** and `**code**`');
    await field().press('Control+z');
    await has('**bold** and `code`');
    await field().press('End');
    await field().press('Control+Shift+8');
    await has('- **bold** and `code`');
    await field().press('Control+Shift+u');
    await has('- **bold** and `code`[](https://)');
    await field().fill('');
    await button('Italic').click();
    await page.keyboard.type('thin');
    await has('_thin_');
  });

  it('mentions members and teams in notes, who hear of it', async () => {
    await note();
    await field().pressSequentially('Look, @gu');
    await page.getByRole('option', { name: '@Gus Agent' }).waitFor();
    await field().press('Enter');
    await field().pressSequentially('and @bill');
    await page.getByRole('option', { name: '@billing' }).click();
    await has('Look, @Gus Agent and @billing ');
    await field().press('Enter');

    const [content] = await stored(1);

    expect(content).toMatch(
      /^Look, \[@Gus Agent\]\(mention:\/\/user\/\d+\/Gus%20Agent\) and \[@billing\]\(mention:\/\/team\/\d+\/billing\)$/,
    );
    const mentioned = await account.call('GET', '/conversations?conversation_type=mention', undefined, {
      token: agent.token,
    });
    expect(mentioned.body.data.payload.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  it('fills in variables, of canned responses too', async () => {
    await field().pressSequentially('/hel');
    await page.getByRole('option', { name: '/hello' }).waitFor();
    await field().press('Enter');
    const name = account.administrator.name;
    await has(`Hello Carla, ${name} here. {{contact.phone}}`);
    await field().fill('Dear ');
    await field().pressSequentially('{{contact.last');
    await page.getByRole('option', { name: 'contact.last_name' }).waitFor();
    await field().press('Tab');
    await has('Dear Contact');
    await field().press('Home');
    await field().pressSequentially('{{conversation.id');
    await page.getByRole('option', { name: 'conversation.id' }).waitFor();
    await field().press('Enter');

    await has(`${id}Dear Contact`);
  });

  it('has emoji', async () => {
    await field().fill('Great ');
    await button('Emoji').click();
    await page.getByRole('group', { name: 'Emoji' }).getByRole('button', { name: '🎉' }).click();
    await has('Great 🎉');
    await page.getByRole('group', { name: 'Emoji' }).waitFor({ state: 'detached' });
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('shows what others have written meanwhile before it sends', async () => {
    const others = page.getByRole('status').filter({ hasText: 'new message' });
    await field().fill('My answer');
    for (const content of ['Never mind', 'I have it']) {
      await account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'incoming' });
    }
    await others.getByText('2 new messages').waitFor();
    await field().press('Enter');
    await others.getByText('Press Send again to send yours.').waitFor();
    const held = await field().inputValue();
    await field().press('Enter');

    expect(held).toBe('My answer');
    expect(await stored(1)).toEqual(['My answer']);
    await others.waitFor({ state: 'detached' });
    expect(opened.problems).toEqual([]);
  });

  it('can be used by everyone, light and dark, from both sides and on a phone', async () => {
    await note();
    await button('Formatting').click();
    await field().pressSequentially('Look, @');
    await page.getByRole('option', { name: '@Gus Agent' }).waitFor();
    const mentions = await checkConsole(page);
    await field().press('Escape');
    await button('Emoji').click();
    await page.getByRole('group', { name: 'Emoji' }).waitFor();
    // What is behind it is reached when it is closed, as by a click there.
    const emoji = await violationsIn(page.mainFrame(), ['.emoji-picker']);
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Emoji' }).waitFor({ state: 'detached' });

    expect([mentions, emoji]).toEqual([{}, []]);
  });
});
