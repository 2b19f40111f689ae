import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { ALL, type ConsoleTab, memoryKeeper, openConsole, reopenConsole } from '../../../support/web/console.ts';

let test: TestApp;
let account: TestAccount;
const stops: (() => void)[] = [];
let browsers = 0;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterEach(() => stops.splice(0).forEach((stop) => stop()));
afterAll(() => test.stop());

function givenBrowser() {
  browsers += 1;
  const { token } = account.administrator;
  return { url: test.url, token, accountId: account.id, keeper: memoryKeeper(), browser: `visits ${browsers}` };
}

async function open(browser: ReturnType<typeof givenBrowser>): Promise<ConsoleTab['console']> {
  const { console } = await openConsole(browser);
  stops.push(console.stop);
  return console;
}

const isUp = (console: ConsoleTab['console']) => eventually(() => console.line.peek().isUp, Boolean);

describe('a draft', () => {
  it('is in the browser at once, on another device soon, and in no other conversation', async () => {
    const [{ id }, other] = [await givenConversation(account), await givenConversation(account)];
    const browser = givenBrowser();
    const desk = await open(browser);
    desk.drafts.write(id, 'reply', 'Your parcel left the ware');
    desk.drafts.write(id, 'note', 'He is angry');

    const again = await open({ ...browser, browser: 'after a crash' });
    await eventually(
      async () => {
        await again.drafts.open(id);
        return [again.drafts.of(id, 'reply').peek().text, again.drafts.of(id, 'note').peek().text];
      },
      ([reply, note]) => reply === 'Your parcel left the ware' && note === 'He is angry',
    );
    const phone = await open(givenBrowser());
    await eventually(
      async () => {
        await phone.drafts.open(id);
        return phone.drafts.of(id, 'reply').peek().text;
      },
      (text) => text === 'Your parcel left the ware',
    );
    await phone.drafts.open(other.id);
    expect(phone.drafts.of(other.id, 'reply').peek().text).toBe('');
  });

  it('that is newer here is not replaced by that of the server', async () => {
    const { id } = await givenConversation(account);
    await account.call('PATCH', `/conversations/${id}/draft_messages`, { message: 'from the phone' });
    const desk = await open(givenBrowser());

    const opening = desk.drafts.open(id);
    desk.drafts.write(id, 'reply', 'written meanwhile');
    await opening;

    expect(desk.drafts.of(id, 'reply').peek().text).toBe('written meanwhile');
    await desk.drafts.flush();
    const { body } = await account.call('GET', `/conversations/${id}/draft_messages`);
    expect(body).toEqual({ has_draft: true, message: 'written meanwhile' });
  });
});

describe('the next visit', () => {
  it('shows the last one until the server has answered, and sends what was left', async () => {
    const { id } = await givenConversation(account);
    const browser = givenBrowser();
    const before = await open(browser);
    await isUp(before);
    before.stop();
    before.send(id, { content: 'written as the tab was closed', isPrivate: false });
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });

    const console = await reopenConsole(browser);
    stops.push(console.stop);
    const shown = [console.isConfirmed.peek(), console.store.conversations.peek(id)?.status];

    await eventually(() => console.isConfirmed.peek(), Boolean);
    expect(shown).toEqual([false, 'open']);
    expect(console.store.conversations.peek(id)?.status).toBe('resolved');
    await eventually(
      () => console.outbox.entries.peek().length,
      (left) => left === 0,
    );
    const { body } = await account.call('GET', `/conversations/${id}/messages`);
    expect(body.payload.map(({ content }: { content: string }) => content)).toContain('written as the tab was closed');
  });

  it('keeps no token of the last one in the browser', async () => {
    const browser = givenBrowser();
    const console = await open(browser);
    await isUp(console);

    const kept = JSON.stringify(await browser.keeper.all(''));

    expect(kept).toContain(account.administrator.email);
    expect(kept).not.toContain(console.start.peek().user.pubsub_token);
  });
});

describe('the end of a session', () => {
  it('ends every tab of the browser, and leaves nothing behind when the user has ended it', async () => {
    const { id } = await givenConversation(account);
    const browser = givenBrowser();
    const [first, second] = [await open(browser), await open(browser)];
    await isUp(second);
    first.drafts.write(id, 'note', 'secret');
    await first.drafts.attach(id, 'note', [new File(['secret'], 'secret.txt')]);
    await first.drafts.flush();

    await first.signOut();

    await eventually(() => second.isSignedOut.peek(), Boolean);
    expect(await browser.keeper.all('')).toEqual([]);
  });

  it('is noticed when the token is no longer good', async () => {
    const { body } = await test.request('POST', '/api/v1/profile/access_tokens', {
      token: account.administrator.token,
      body: { name: 'for a while' },
    });
    const console = await open({ ...givenBrowser(), token: body.access_token });
    await isUp(console);
    console.openList(ALL);

    await test.request('DELETE', `/api/v1/profile/access_tokens/${body.id}`, { token: account.administrator.token });

    await eventually(() => console.isSignedOut.peek(), Boolean);
  });
});
