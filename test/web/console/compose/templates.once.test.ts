import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../support/eventually.ts';
import type { TestAccount } from '../../../support/factories.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../../support/providers/providers.ts';
import { givenCloudApi } from '../../../support/providers/whatsapp.ts';
import { givenTemplate } from '../../../support/providers/whatsapp-templates.ts';
import { checkConsole } from '../../pages/check-console.ts';
import { type ConsolePage, Consoles, givenSigner } from '../../pages/console-page.ts';

const consoles = new Consoles();
const provider = { ...PROVIDERS['whatsapp_cloud']!, answersOnly: false };
let server: Awaited<ReturnType<typeof givenCloudApi>>;
let account: TestAccount;
let served: Awaited<ReturnType<typeof givenServed>>;
let opened: ConsolePage;
let page: Page;
beforeAll(async () => {
  server = await givenCloudApi();
  server.templates.push(
    givenTemplate('parcel', 'Hello {{1}}, your parcel {{2}} is on its way.', {
      components: [
        { type: 'BODY', text: 'Hello {{1}}, your parcel {{2}} is on its way.' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://acme.example/{{1}}' }] },
      ],
    }),
    givenTemplate('welcome', 'Good day!'),
    givenTemplate('place', 'Here', { components: [{ type: 'HEADER', format: 'LOCATION' }] }),
  );
  await consoles.start({ [provider.setting]: server.url });
  account = await givenSigner(consoles.test);
  served = await givenServed(account, provider);
  const templates = async () => (await account.call('GET', `/inboxes/${served.inbox.id}`)).body.message_templates;
  await eventually(templates, ({ length }) => length === 3);
  opened = await consoles.open(pathOf(served.conversation.id));
  ({ page } = opened);
  await opened.signIn(account.administrator.email);
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
  await server.stop();
});

const pathOf = (id: number) => `/app/accounts/${account.id}/conversations/${id}`;
const dialog = () => page.getByRole('dialog', { name: 'Templates' });
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('templates', () => {
  it('are what can be sent when the time for answers is over; each value is asked for', async () => {
    await page.getByText('until the contact writes again, only templates can be sent').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    await button('Choose a template').click();
    await dialog().getByRole('searchbox', { name: 'Search templates' }).fill('parcel');
    await eventually(
      () => dialog().getByRole('listitem').count(),
      (count) => count === 1,
    );
    await dialog().getByRole('button', { name: 'parcel' }).click();
    await dialog().getByRole('textbox', { name: 'Value of {{1}}' }).fill('Carla');
    await dialog().getByRole('button', { name: 'Send' }).click();
    const problems = dialog().getByText('Fill this in.');
    await eventually(
      () => problems.count(),
      (count) => count === 2,
    );
    await dialog().getByRole('textbox', { name: 'Value of {{2}}' }).fill('P-5');
    await dialog().getByRole('textbox', { name: 'Value of the button Track' }).fill('p5');
    await dialog().getByRole('group', { name: 'Preview' }).getByText('Hello Carla, your parcel P-5').waitFor();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await dialog().waitFor({ state: 'detached' });

    const article = page.getByRole('article').filter({ hasText: 'Hello Carla, your parcel P-5 is on its way.' });
    await article.getByText('Sent', { exact: true }).waitFor();
    const [sent] = await eventually(
      () => server.sent,
      ({ length }) => length === 1,
    );
    expect(sent?.template).toMatchObject({
      name: 'parcel',
      components: [
        { type: 'body', parameters: [{ text: 'Carla' }, { text: 'P-5' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ text: 'p5' }] },
      ],
    });
    expect(opened.problems).toEqual([]);
  });

  it('can be sent at any time, by a button', async () => {
    const other = await givenConversationIn(account, served.inbox, { ...provider, answersOnly: true });
    await page.goto(`${consoles.test.url}${pathOf(other.id)}`);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await button('Templates').click();
    const isOffered = (name: string) => dialog().getByRole('button', { name }).isEnabled();
    await dialog().getByRole('button', { name: 'welcome' }).waitFor();
    const offered = [await isOffered('welcome'), await isOffered('place')];
    await dialog().getByRole('button', { name: 'welcome' }).click();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await page.getByRole('article').filter({ hasText: 'Good day!' }).getByText('Sent', { exact: true }).waitFor();

    expect(offered).toEqual([true, false]);
    expect(await eventually(() => server.sent.at(-1)?.template, Boolean)).toMatchObject({ name: 'welcome' });
  });

  it('are chosen by everyone, light and dark, from both sides and on a phone', async () => {
    await button('Templates').click();
    const list = await checkConsole(page);
    await dialog().getByRole('button', { name: 'parcel' }).click();
    const form = await checkConsole(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    expect([list, form]).toEqual([{}, {}]);
  });
});
