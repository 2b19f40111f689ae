import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';

const consoles = new Consoles();
let account: TestAccount;
let opened: ConsolePage;
let page: Page;
let id: number;
let contactId: number;
beforeAll(async () => {
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenSigner(consoles.test);
  const team = await givenTeam(account, [], { name: 'billing' });
  await account.call('POST', '/labels', { title: 'done', color: '#aa3355' });
  await account.call('POST', '/macros', {
    name: 'Close with thanks',
    visibility: 'personal',
    actions: [
      { action_name: 'send_message', action_params: ['Thank you for writing!'] },
      { action_name: 'assign_agent', action_params: ['self'] },
      { action_name: 'assign_team', action_params: [team.id] },
      { action_name: 'change_priority', action_params: ['low'] },
      { action_name: 'add_label', action_params: ['done'] },
      { action_name: 'resolve_conversation', action_params: [] },
    ],
  });
  for (const [name, key, type, model, more] of [
    ['Order', 'order', 'text', 'conversation_attribute', { regex_pattern: '^A-[0-9]+$', regex_cue: 'Such as A-12' }],
    ['Paid', 'paid', 'checkbox', 'conversation_attribute', {}],
    ['Amount', 'amount', 'number', 'conversation_attribute', {}],
    ['Plan', 'plan', 'list', 'contact_attribute', { attribute_values: ['free', 'pro'] }],
    ['Renewal', 'renewal', 'date', 'contact_attribute', {}],
    ['Site', 'site', 'link', 'contact_attribute', {}],
  ] as const) {
    await account.call('POST', '/custom_attribute_definitions', {
      attribute_display_name: name,
      attribute_key: key,
      attribute_display_type: type,
      attribute_model: model,
      ...more,
    });
  }
  const custom_attributes = { site: 'https://example.com/', other: 'as it is' };
  const contact = await givenContact(account, { name: 'Carla Contact', email: 'carla@example.com', custom_attributes });
  contactId = contact.id;
  ({ id } = await givenConversation(account, { contact_id: contactId }));
  opened = await consoles.open(`/app/accounts/${account.id}/conversations/${id}`);
  ({ page } = opened);
  await opened.signIn(account.administrator.email);
  await details().getByRole('heading', { name: 'Macros' }).waitFor();
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
});

const details = () => page.getByRole('complementary', { name: 'Details' });
const button = (name: string, inside: Page | Locator = details()) => inside.getByRole('button', { name, exact: true });
const conversation = async () => (await account.call('GET', `/conversations/${id}`)).body;
const contact = async () => (await account.call('GET', `/contacts/${contactId}`)).body.payload;

describe('the details', () => {
  it('have the attributes of the conversation and the contact, which are changed as their kinds ask for', async () => {
    const set = async (name: string, how: (field: Locator) => Promise<unknown>) => {
      await button(`Change ${name}`).click();
      await how(details().getByLabel(name, { exact: true }));
      await button('Save').click();
      await button(`Change ${name}`).waitFor();
    };

    await button('Change Order').click();
    await details().getByRole('textbox', { name: 'Order' }).fill('twelve');
    await button('Save').click();
    await details().getByRole('alert').getByText('Such as A-12').waitFor();
    await details().getByRole('textbox', { name: 'Order' }).fill('A-12');
    await button('Save').click();
    await button('Change Order').and(page.locator(':focus')).waitFor();
    await set('Paid', (field) => field.selectOption('Yes'));
    await set('Amount', (field) => field.fill('12.5'));
    await set('Plan', (field) => field.selectOption('pro'));
    await set('Renewal', (field) => field.fill('2027-01-31'));
    await set('Site', (field) => field.fill(''));

    await details().getByText('Jan 31, 2027').waitFor();
    await details().getByText('as it is').waitFor();
    await eventually(
      async () => (await conversation()).custom_attributes,
      (now) => JSON.stringify(now) === JSON.stringify({ order: 'A-12', paid: true, amount: 12.5 }),
    );
    expect((await contact()).custom_attributes).toMatchObject({
      plan: 'pro',
      renewal: '2027-01-31',
      other: 'as it is',
    });
    expect((await contact()).custom_attributes.site ?? null).toBeNull();
    expect(opened.problems).toEqual([]);
  });

  it('have notes about the contact, which are added and deleted', async () => {
    await details()
      .getByRole('textbox', { name: 'Write a note about the contact' })
      .fill('Calls in the <b>morning</b>');
    await button('Add note').click();
    await details().getByText('Calls in the <b>morning</b>').waitFor();
    const path = `/contacts/${contactId}/notes`;
    expect((await account.call('GET', path)).body).toMatchObject([{ content: 'Calls in the <b>morning</b>' }]);

    await button('Delete the note').click();
    await details().getByText('Calls in the').waitFor({ state: 'detached' });
    expect((await account.call('GET', path)).body).toEqual([]);
  });

  it('have macros, which say what they do, run, and say what came of it', async () => {
    await details().getByText('Close with thanks').click();
    const words = await details()
      .getByRole('listitem')
      .filter({ hasText: 'Close with thanks' })
      .locator('ol li')
      .allInnerTexts();
    await button('Run Close with thanks').click();
    await page.getByRole('status').getByText('Close with thanks was run.').waitFor();

    expect(words).toEqual([
      'Send: Thank you for writing!',
      'Assign to you',
      'Assign to the team billing',
      'Set the priority Low',
      'Add the label done',
      'Resolve the conversation',
    ]);
    expect(await conversation()).toMatchObject({ status: 'resolved', priority: 'low', labels: ['done'] });
    await page.getByRole('article').filter({ hasText: 'Thank you for writing!' }).waitFor();

    await opened.context.route('**/execute', (route) =>
      route.fulfill({ status: 404, json: { error: 'Macro not found' } }),
    );
    await button('Run Close with thanks').click();
    await page.getByRole('alert').getByText('Close with thanks was not run: Macro not found').waitFor();
  });

  it('are beside a conversation that is snoozed until a time of the user', async () => {
    await page.getByRole('button', { name: 'Snooze', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Choose a date ...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze until' });
    await dialog.getByLabel('Date and time').fill('2020-01-02T03:04');
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await dialog.getByRole('alert').getByText('Choose a time that is still to come.').waitFor();
    await dialog.getByLabel('Date and time').fill('2031-01-02T03:04');
    await dialog.getByRole('button', { name: 'Snooze' }).click();

    await eventually(
      async () => (await conversation()).status as string,
      (status) => status === 'snoozed',
    );
    await dialog.waitFor({ state: 'detached' });
  });

  it('can be used by everyone', async () => {
    await button('Change Order').click();
    expect(await violationsByShape(page.mainFrame())()).toEqual([]);
    await button('Cancel').click();
  });
});

describe('the contact of a conversation', () => {
  it('is merged with another one, after it was shown what goes', async () => {
    const other = await givenContact(account, {
      name: 'Carla C.',
      email: 'carla@old.example.com',
      phone_number: '+4930123456',
    });
    const moved = await givenConversation(account, { contact_id: other.id });

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge contact' });
    await dialog.getByRole('searchbox', { name: 'Search contacts' }).fill('old.example');
    await dialog.getByRole('button', { name: /^Carla C\./ }).click();
    await dialog.getByText('Carla Contact stays. Carla C. is deleted.').waitFor();
    await dialog.getByText('1 conversation and all notes of Carla C. move to Carla Contact.').waitFor();
    const values = (title: string) => dialog.locator('section', { has: page.getByRole('heading', { name: title }) });
    await values('Carla Contact gets').getByText('+4930123456').waitFor();
    await values('Lost, because Carla Contact has another value').getByText('carla@old.example.com').waitFor();
    expect(await violationsByShape(page.mainFrame())()).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('status').getByText('Carla C. is part of Carla Contact now.').waitFor();
    await details().getByText('+4930123456').waitFor();

    expect((await account.call('GET', `/contacts/${other.id}`)).status).toBe(404);
    expect((await account.call('GET', `/conversations/${moved.id}`)).body.meta.sender.id).toBe(contactId);
    expect(opened.problems).toEqual([]);
  });
});
