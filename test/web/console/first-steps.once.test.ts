import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { violationsByShape } from '../../support/web/axe.ts';
import { Consoles } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

describe('a new account', () => {
  it('gets its website chat in the browser, and the first message of a customer is answered there', async () => {
    const opened = await consoles.openSignedIn();
    const { page, context } = opened;
    const violations = violationsByShape(page.mainFrame());
    await page.getByText('Nothing can arrive yet').waitFor();
    const found = await violations();

    await page.getByRole('button', { name: 'Set up a website chat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Website chat' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await dialog.getByRole('textbox', { name: 'Website URL' }).fill('shop.example');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const script = dialog.getByRole('textbox', { name: 'Script tag' });
    await script.waitFor();
    found.push(...(await violations()));
    const tried = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Try it' }).click();
    const customer = await tried;
    await customer.locator('.woot-widget-bubble:not(.woot--close)').click();
    const chat = customer.frameLocator('#chatwoot_live_chat_widget');
    await chat.locator('main.home .primary').click();
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Do you deliver?');
    await chat.locator('.composer .send').click();

    expect(await script.inputValue()).toContain('websiteToken');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').getByRole('link').click();
    await page.getByRole('log').getByText('Do you deliver?').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Within two days.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending').waitFor({ state: 'detached' });
    await customer.bringToFront();
    await chat.locator('.row').filter({ hasText: 'Within two days.' }).waitFor();
    expect(found).toEqual([]);
    expect(opened.problems).toEqual([]);
  });

  it('says why its inbox is refused', async () => {
    const { page } = await consoles.openSignedIn();

    await page.getByRole('button', { name: 'Set up a website chat' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await page.getByRole('textbox', { name: 'Website URL' }).fill('shop.example');
    await page.getByRole('button', { name: 'Create' }).click();

    await page.getByRole('dialog').getByRole('alert').getByText(/name/i).waitFor();
  });

  it('invites colleagues', async () => {
    const { page, account } = await consoles.openSignedIn();

    await page.getByRole('button', { name: 'Invite colleagues' }).click();
    await page
      .getByRole('textbox', { name: 'Email addresses' })
      .fill('Grace Hopper <grace@example.com>\nalan@example.com');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('2 invitations are on their way.').waitFor();

    const { body } = await account.call('GET', '/agents');
    expect((body as unknown as { email: string }[]).map(({ email }) => email)).toEqual(
      expect.arrayContaining(['grace@example.com', 'alan@example.com']),
    );
  });
});
