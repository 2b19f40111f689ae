import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenContact, givenConversation, givenInbox } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { Consoles } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

describe('the search', () => {
  it('finds conversations, messages, contacts and articles, marks the places, and leads to each', async () => {
    const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/search`);
    const { account, page } = opened;
    const inbox = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Umbrella Corp', email: 'info@umbrella.example' });
    const { id } = await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id });
    const content = `My <b>umbrella</b> is broken ${'very '.repeat(60)}badly`;
    await account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'incoming' });
    for (let at = 1; at <= 16; at += 1) {
      const message = { content: `umbrella number ${at}`, message_type: 'incoming' };
      await account.call('POST', `/conversations/${id}/messages`, message);
    }
    await account.call('POST', '/portals', { name: 'Help', slug: `help-${account.id}` });
    const article = { title: 'Umbrellas', content: 'How to fold one', status: 'draft' };
    await account.call('POST', `/portals/help-${account.id}/articles`, article);

    await page.getByRole('searchbox', { name: 'Search' }).fill('umbrel');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { level: 2, name }) });
    await section('Messages').getByRole('link').first().waitFor();
    expect(opened.path()).toBe(`/app/accounts/${account.id}/search?q=umbrel`);
    expect(await section('Conversations').getByRole('link').count()).toBe(1);
    expect(await section('Contacts').getByRole('link').count()).toBe(1);
    expect(await section('Articles').getByRole('link').count()).toBe(1);
    expect(await section('Messages').getByRole('link').count()).toBe(15);
    expect(new Set(await page.locator('mark').allInnerTexts())).toEqual(new Set(['Umbrel', 'umbrel']));
    expect(await violationsByShape(page.mainFrame())()).toEqual([]);

    await section('Messages').getByRole('button', { name: 'Show more' }).click();
    await section('Messages')
      .getByRole('link', { name: /My <b>umbrella<\/b> is broken/ })
      .waitFor();
    await section('Messages')
      .getByRole('link', { name: /My <b>umbrella<\/b> is broken/ })
      .click();
    await page.getByRole('region', { name: 'Conversation with Umbrella Corp' }).waitFor();
    await page.getByRole('article').filter({ hasText: 'My <b>umbrella' }).waitFor();
    expect(opened.path()).toMatch(new RegExp(`/conversations/${id}\\?assignee=all&messageId=\\d+$`));

    await page.goBack();
    await section('Contacts').getByRole('link').click();
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /^Umbrella Corp/ })
      .waitFor();
    await page.goto(`${consoles.test.url}/app/accounts/${account.id}/search?q=nothingofthesort`);
    await page.getByRole('status').getByText('Nothing fits nothingofthesort.').waitFor();
    expect(opened.problems).toEqual([]);
  });
});
