import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setStatus } from '../../../src/resources/accounts/set-status.ts';
import { eventually } from '../../support/eventually.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { givenAgent, givenConversation, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type ConsolePage, Consoles, givenSigner, PASSWORD } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

/** So soon each screen has to say what has become of it, on a busy machine as well. */
const SOON_MS = 4000;

type Opened = ConsolePage & {
  account: TestAccount;
  agent: { id: number; email: string; token: string };
  number: number;
  inboxId: number;
};

/** An agent who has a conversation open, and the list of all in another tab. */
async function openDesk(): Promise<Opened & { list: Page }> {
  const { test } = consoles;
  const account = await givenSigner(test);
  const agent = await givenAgent(test, account);
  const password_hash = quickHash(PASSWORD);
  await test.rows().updateTable('users').set({ password_hash }).where('id', '=', agent.id).execute();
  const { id: number, inbox_id: inboxId } = await givenConversation(account);
  const opened = await consoles.open(`/app/accounts/${account.id}/conversations/${number}`);
  await opened.signIn(agent.email);
  await thread(opened.page).waitFor();
  const other = await consoles.open(`/app/accounts/${account.id}/dashboard?assignee=all`, { context: opened.context });
  await row(other.page).waitFor();
  for (const page of [opened.page, other.page]) page.setDefaultTimeout(SOON_MS);
  return { ...opened, account, agent, number, inboxId, list: other.page };
}

const thread = (page: Page) => page.getByRole('region', { name: 'Conversation with Carla Contact' });
const row = (page: Page) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /^Carla Contact/ });
const isGone = (page: Page) => page.getByRole('alert').getByText('This conversation is not there any more').waitFor();

describe('an open console', () => {
  it('of an agent who leaves the inbox shows nothing of it, and shows it again once they are back', async () => {
    const { account, agent, page, list, inboxId } = await openDesk();
    const body = { inbox_id: inboxId, user_ids: [agent.id] };

    await account.call('DELETE', '/inbox_members', body);
    await isGone(page);
    await row(list).waitFor({ state: 'detached' });
    const groups = list.getByRole('navigation', { name: 'Views' }).getByRole('group', { name: 'Inboxes' });
    await groups.waitFor({ state: 'detached' });

    await account.call('POST', '/inbox_members', body);
    await row(list).waitFor();
    await thread(page).waitFor();
  });

  it('of an account that was suspended says so', async () => {
    const { account, page, list } = await openDesk();

    await setStatus(consoles.test.app.tx(), account.id, 'suspended', new Date());

    for (const one of [page, list]) await one.getByRole('alert').getByText('Account is suspended').waitFor();
  });

  it('of somebody who was removed from their only account leads to the sign-in', async () => {
    const { account, agent, page, list } = await openDesk();

    await account.call('DELETE', `/agents/${agent.id}`);

    for (const one of [page, list]) await one.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('of somebody whose session was ended leads to the sign-in, which leads back', async () => {
    const { agent, page, list, path, signIn } = await openDesk();
    const before = path();

    const { token } = agent;
    await consoles.test.request('DELETE', '/api/v1/profile/sessions', { token });
    for (const one of [page, list]) await one.getByRole('heading', { name: 'Sign in' }).waitFor();

    await signIn(agent.email);
    await thread(page).waitFor();
    expect(path()).toBe(before);
  });

  it('of an agent who becomes an administrator offers what administrators may do, and the other way round', async () => {
    const { account, agent, page } = await openDesk();
    const more = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const names = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      return names;
    };
    const before = await more();

    await account.call('PATCH', `/agents/${agent.id}`, { role: 'administrator' });
    await eventually(more, (names) => names.includes('Delete'));
    await account.call('PATCH', `/agents/${agent.id}`, { role: 'agent' });
    await eventually(more, (names) => !names.includes('Delete'));

    expect(before).not.toContain('Delete');
  });

  it('with a conversation that was deleted says so, in the list as well', async () => {
    const { account, page, list, number } = await openDesk();

    await account.call('DELETE', `/conversations/${number}`);

    await isGone(page);
    await row(list).waitFor({ state: 'detached' });
  });

  it('shows an inbox that was made meanwhile', async () => {
    const { account, list } = await openDesk();

    await givenInbox(account, { type: 'api' }, 'Orders');

    await list.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Orders' }).waitFor();
  });
});
