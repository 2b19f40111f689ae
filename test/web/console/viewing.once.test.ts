import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenAgent, givenContact, givenConversation, type TestAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { type ConsolePage, Consoles, givenSigner, PASSWORD } from '../pages/console-page.ts';

const consoles = new Consoles();
let account: TestAccount;
let mine: ConsolePage;
let theirs: ConsolePage;
let id: number;
beforeAll(async () => {
  await consoles.start({ 'rate_limit.requests_per_minute': '0' });
  account = await givenSigner(consoles.test);
  const contact = await givenContact(account, { name: 'Carla Contact' });
  ({ id } = await givenConversation(account, { contact_id: contact.id }));
  const agent = await givenAgent(consoles.test, account, 'Gus Agent');
  const hash = quickHash(PASSWORD);
  await consoles.test.rows().updateTable('users').set({ password_hash: hash }).where('id', '=', agent.id).execute();
  mine = await consoles.open(`/app/accounts/${account.id}/dashboard?assignee=all`);
  await mine.signIn(account.administrator.email);
  theirs = await consoles.open(`/app/accounts/${account.id}/conversations/${id}`);
  await theirs.signIn(agent.email);
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
});

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const thread = (page: Page) => page.getByRole('region', { name: /^Conversation with/ });
const told = (page: Page, name: string) =>
  thread(page)
    .getByRole('status')
    .filter({ hasText: `${name} is viewing` });

describe('two members with the same conversation', () => {
  it('see in its row and in the thread that the other has it open, until they close it', async () => {
    await log(theirs.page).waitFor();
    const row = mine.page.getByRole('listitem').filter({ hasText: 'Carla Contact' });
    await row.getByRole('link', { name: /Gus Agent is viewing/ }).waitFor();

    await row.getByRole('link').click();
    await told(mine.page, 'Gus Agent').waitFor();
    await told(theirs.page, 'Ada Admin').waitFor();
    await theirs.page.goto(`${consoles.test.url}/app/accounts/${account.id}/dashboard`);

    await told(mine.page, 'Gus Agent').waitFor({ state: 'detached' });
    await row.getByText('Gus Agent is viewing').waitFor({ state: 'detached' });
    expect([mine.problems, theirs.problems]).toEqual([[], []]);
  });

  it('know it when they come back, too', async () => {
    await theirs.page.goto(`${consoles.test.url}/app/accounts/${account.id}/conversations/${id}`);
    await told(mine.page, 'Gus Agent').waitFor();

    await mine.page.reload();

    await told(mine.page, 'Gus Agent').waitFor();
    await told(theirs.page, 'Ada Admin').waitFor();
  });

  it('know it in another tab of the same browser, and the others until its last tab is closed', async () => {
    const path = `/app/accounts/${account.id}/conversations/${id}`;
    const tab = await consoles.open(path, { context: mine.context });
    await told(tab.page, 'Gus Agent').waitFor();

    await mine.page.goto(`${consoles.test.url}/app/accounts/${account.id}/dashboard?assignee=all`);
    await mine.page.getByRole('link', { name: /Gus Agent is viewing/ }).waitFor();
    expect(await told(theirs.page, 'Ada Admin').count()).toBe(1);
    await tab.page.close();

    await told(theirs.page, 'Ada Admin').waitFor({ state: 'detached' });
  });
});
