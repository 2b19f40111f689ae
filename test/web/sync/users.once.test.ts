import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenWebsite, type Website } from '../../support/public/website.ts';
import { memoryStore, openTab, type Tab } from '../../support/web/visitor.ts';

let test: TestApp;
let account: TestAccount;
const tabs: Tab[] = [];
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterEach(() => tabs.splice(0).forEach(({ widget }) => widget.stop()));
afterAll(() => test.stop());

/** More than a message may have. */
const TOO_LONG = 'x'.repeat(150_001);

async function givenTab(
  website: Website,
  more: { token?: string | null; store?: ReturnType<typeof memoryStore> } = {},
) {
  const tab = await openTab({ url: test.url, websiteToken: website.token, ...more });
  tabs.push(tab);
  return tab;
}

/** A visitor who has written, and one message more that the server has refused. */
async function givenUnsent(website: Website, store = memoryStore()) {
  const tab = await givenTab(website, { store });
  tab.widget.write('Hello');
  await eventually(() => tab.isSettled() && tab.token() !== null, Boolean);
  tab.widget.write(TOO_LONG);
  const { messages } = tab.widget.state;
  await eventually(() => messages.waiting.peek().some((key) => messages.get(key)?.peek().state === 'failed'), Boolean);
  return tab;
}

/** The page says who its visitor is; resolves when the server has it. */
async function setUser({ widget }: Tab, website: Website, identifier: string) {
  const { visitor } = (await widget.extras()).extras;
  visitor.setUser(identifier, website.proofOf(identifier), (refusal) => expect(refusal).toBeNull());
  await eventually(() => widget.state.contact.peek()?.identifier === identifier, Boolean);
}

/** Keeps back the next answer to a request for such an address, until it is released or lost. `held`: it is there. */
function holdAnswers(address: RegExp) {
  const { fetch } = globalThis;
  const isHere = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  globalThis.fetch = async (asked, options) => {
    if (!address.test(String(asked))) return fetch(asked, options);
    globalThis.fetch = fetch;
    const answer = await fetch(asked, options);
    isHere.resolve();
    await goesOn.promise;
    return answer;
  };
  return { held: isHere.promise, release: goesOn.resolve, lose: () => goesOn.reject(new TypeError('lost')) };
}

describe('what is not sent', () => {
  it('stays with a visitor who is named by the page', async () => {
    const website = await givenWebsite(test, account);
    const tab = await givenUnsent(website);

    await setUser(tab, website, 'first-known');

    expect(tab.contents()).toEqual(['Hello', TOO_LONG]);
  });

  it('is not given to another user of the website', async () => {
    const website = await givenWebsite(test, account);
    const tab = await givenUnsent(website);
    await setUser(tab, website, 'first');
    const token = tab.token();

    await setUser(tab, website, 'second');
    tab.widget.write('From the second');
    await eventually(() => tab.isSettled() && tab.contents().includes('From the second'), Boolean);

    expect(tab.token()).not.toBe(token);
    expect(tab.contents()).toEqual(['From the second']);
  });
});

describe('what an earlier user of the website has not sent', () => {
  it('is not given to another one, set by the page before the server has said who the visitor is', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const tab = await givenUnsent(website, store);
    await setUser(tab, website, 'one-before');
    tab.widget.stop();
    const answers = holdAnswers(/widget\/config/);
    const next = await givenTab(website, { store, token: tab.token() });
    await answers.held;

    await setUser(next, website, 'one-after');
    answers.release();
    await eventually(() => next.widget.state.isLoaded.peek(), Boolean);

    expect(next.token()).not.toBe(tab.token());
    expect(next.contents()).toEqual([]);
  });
});

describe('what is on its way', () => {
  it('is shown to no other user of the website', async () => {
    const website = await givenWebsite(test, account);
    const tab = await givenTab(website);
    tab.widget.write('Hello');
    await eventually(() => tab.isSettled() && tab.token() !== null, Boolean);
    await setUser(tab, website, 'first-writer');
    const answers = holdAnswers(/widget\/messages/);
    tab.widget.write('From the first');
    await answers.held;

    await setUser(tab, website, 'second-writer');
    answers.release();
    tab.widget.write('From the second');
    await eventually(() => tab.isSettled() && tab.contents().includes('From the second'), Boolean);

    expect(tab.contents()).toEqual(['From the second']);
  });
});

describe('how the inbox is set', () => {
  it('is known also where the visitor became another one while it was asked for', async () => {
    const website = await givenWebsite(test, account);
    const answers = holdAnswers(/widget\/config/);
    const tab = await givenTab(website);
    await answers.held;
    tab.widget.write('Hello');
    await eventually(() => tab.isSettled() && tab.token() !== null, Boolean);

    answers.release();

    await eventually(() => tab.widget.state.channel.peek().website_name !== '', Boolean);
  });

  it('is asked for until it is known, in a tab that finds the visitor of another one', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const second = await givenTab(website, { store });
    const first = await givenTab(website, { store });
    await eventually(() => [first, second].every(({ widget }) => widget.state.isLoaded.peek()), Boolean);
    first.widget.write('Hello');
    await eventually(() => first.isSettled() && first.token() !== null, Boolean);
    const answers = holdAnswers(/widget\/config/);
    second.widget.write('Hello too');
    await answers.held;

    answers.lose();

    await eventually(() => second.widget.identity.socketToken.peek() !== null, Boolean);
    expect(second.token()).toBe(first.token());
  });
});

describe('a draft', () => {
  it('is not shown to another user of the website', async () => {
    const website = await givenWebsite(test, account);
    const tab = await givenTab(website);
    tab.widget.write('Hello');
    await eventually(() => tab.isSettled() && tab.token() !== null, Boolean);
    await setUser(tab, website, 'first-typist');
    tab.widget.draft.value = 'Between us';

    await setUser(tab, website, 'second-typist');

    expect(tab.widget.draft.peek()).toBe('');
  });

  it('is there again for its visitor, and not for the next one', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const tab = await givenTab(website, { store });
    tab.widget.write('Hello');
    await eventually(() => tab.isSettled() && tab.token() !== null, Boolean);
    tab.widget.draft.value = 'Between us';

    const again = await givenTab(website, { store, token: tab.token() });
    const next = await givenTab(website, { store });

    expect([again.widget.draft.peek(), next.widget.draft.peek()]).toEqual(['Between us', '']);
    expect(Array.from({ length: store.length }, (_, at) => store.getItem(store.key(at)!))).not.toContain('Between us');
  });
});
