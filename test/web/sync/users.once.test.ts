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
async function givenUnsent(website: Website) {
  const tab = await givenTab(website);
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
  visitor.setUser(identifier, website.proofOf(identifier), (refused) => expect(refused).toBeNull());
  await eventually(() => widget.state.contact.peek()?.identifier === identifier, Boolean);
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

describe('a draft', () => {
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
