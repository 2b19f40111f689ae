import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenInbox, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

/** For pictures; Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));

const consoles = new Consoles();
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
});
afterEach(consoles.close);
afterAll(consoles.stop);

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
const button = (inside: Page | Locator, name: string) => inside.getByRole('button', { name, exact: true });
const dialog = (page: Page, name = 'Filter conversations') => page.getByRole('dialog', { name });
const condition = (page: Page, n: number) => dialog(page).getByRole('group', { name: `Condition ${n}` });
const chips = (page: Page) => page.getByRole('group', { name: 'Conditions of the filter' });
const saved = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Saved views' }).getByRole('link', { name, exact: true });

const wordsIn = async (page: Page) => (await chips(page).innerText()).replaceAll(/\s+/g, ' ').trim();

type Opened = ConsolePage & { account: TestAccount; first: number };

/** An account with Ada, who is urgent and has the label vip, and Grace, who has neither. */
async function open(): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/dashboard?assignee=all`);
  const { account, page } = opened;
  await page.mouse.move(0, 0);
  await account.call('POST', '/labels', { title: 'vip', color: '#aa3355' });
  const inbox = await givenInbox(account);
  const given = async (name: string) => {
    const contact = await givenContact(account, { name });
    return (await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id })) as { id: number };
  };
  const { id } = await given('Ada');
  await given('Grace');
  await account.call('POST', `/conversations/${id}/toggle_priority`, { priority: 'urgent' });
  await account.call('POST', `/conversations/${id}/labels`, { labels: ['vip'] });
  await row(page, 'Grace').waitFor();
  return { ...opened, first: id };
}

/** Chooses in the field of a condition by what is typed. */
async function choose(within: Locator, ...values: string[]) {
  const field = within.getByRole('combobox', { name: 'Value' });
  for (const value of values) {
    await field.fill(value);
    await field.press('Enter');
  }
  if ((await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape');
}

async function addCondition(page: Page, n: number, attribute: string, operator?: string) {
  await button(dialog(page), 'Add condition').click();
  await condition(page, n).getByRole('combobox', { name: 'Attribute' }).selectOption(attribute);
  if (operator) await condition(page, n).getByRole('combobox', { name: 'Operator' }).selectOption(operator);
  return condition(page, n);
}

describe('the filter', () => {
  it('is built from conditions, stands in the address, stays live, and is taken back condition by condition', async () => {
    const opened = await open();
    const { account, page, first } = opened;

    await button(list(page), 'Filter').click();
    await condition(page, 1).getByRole('combobox', { name: 'Attribute' }).waitFor();
    await choose(await addCondition(page, 2, 'Priority'), 'Urgent', 'High');
    await choose(await addCondition(page, 3, 'Labels'), 'vip');
    await button(dialog(page), 'Apply').click();
    await row(page, 'Grace').waitFor({ state: 'detached' });
    await row(page, 'Ada').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Filtered' }).waitFor();
    await page.reload();
    await row(page, 'Ada').waitFor();

    expect(await wordsIn(page)).toBe('Status is Open and Priority is Urgent or High and Labels is vip');
    expect(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '')).toEqual([
      { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: 'AND' },
      { attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent', 'high'], query_operator: 'AND' },
      { attribute_key: 'labels', filter_operator: 'equal_to', values: ['vip'] },
    ]);

    // What others do is shown as it happens.
    await account.call('POST', `/conversations/${first}/toggle_priority`, { priority: 'low' });
    await row(page, 'Ada').waitFor({ state: 'detached' });
    await page.getByText('Nothing matches').waitFor();
    await account.call('POST', `/conversations/${first}/toggle_priority`, { priority: 'high' });
    await row(page, 'Ada').waitFor();

    await button(page, 'Remove: Priority is Urgent or High').click();
    await button(page, 'Remove: Labels is vip').click();
    await row(page, 'Grace').waitFor();
    await button(page, 'Remove: Status is Open').click();
    await page.getByRole('heading', { level: 1, name: 'All' }).waitFor();
    expect(opened.path()).toBe(`/app/accounts/${account.id}/dashboard?assignee=all`);
    expect(opened.problems).toEqual([]);
  });

  it('has values of every kind, of custom attributes as well, joined by or', async () => {
    const opened = await open();
    const { account, page, first } = opened;
    for (const [name, key, type] of [
      ['Plan', 'plan', 'list'],
      ['Seats', 'seats', 'number'],
      ['Signed', 'signed', 'checkbox'],
      ['Renewal', 'renewal', 'date'],
    ]) {
      await account.call('POST', '/custom_attribute_definitions', {
        attribute_display_name: name,
        attribute_key: key,
        attribute_display_type: type,
        attribute_model: 'conversation_attribute',
        attribute_values: type === 'list' ? ['free', 'pro'] : [],
      });
    }
    const custom_attributes = { plan: 'pro', seats: 12, signed: true, renewal: '2027-01-31' };
    await account.call('POST', `/conversations/${first}/custom_attributes`, { custom_attributes });
    await page.goto(`${consoles.test.url}/app/accounts/${account.id}/dashboard?assignee=all&status=all`);

    await button(list(page), 'Filter').click();
    await dialog(page).getByText('Without conditions').waitFor();
    await choose(await addCondition(page, 1, 'Plan'), 'pro');
    const seats = await addCondition(page, 2, 'Seats', 'is greater than');
    await seats.getByRole('spinbutton', { name: 'Value' }).fill('10');
    await addCondition(page, 3, 'Signed');
    const renewal = await addCondition(page, 4, 'Renewal', 'is after');
    await renewal.getByLabel('Value').fill('2027-01-01');
    const active = await addCondition(page, 5, 'Last activity', 'is more days ago than');
    await active.getByRole('combobox', { name: 'And, or' }).selectOption('or');
    await button(dialog(page), 'Apply').click();
    await dialog(page).getByRole('alert').getByText('Choose a value for Last activity.').waitFor();
    await active.getByRole('spinbutton', { name: 'Value' }).fill('30');
    await button(dialog(page), 'Apply').click();
    await row(page, 'Grace').waitFor({ state: 'detached' });
    await row(page, 'Ada').waitFor();

    expect(await wordsIn(page)).toBe(
      'Plan is pro and Seats is greater than 10 and Signed is Yes and Renewal is after Jan 1, 2027 or Last activity more than 30 days ago',
    );
    expect(opened.problems).toEqual([]);
  });

  it('that cannot be read, or that the server refuses, says so', async () => {
    const opened = await open();
    const { account, page } = opened;
    const at = (filter: string) => `${consoles.test.url}/app/accounts/${account.id}/dashboard?filter=${filter}`;

    await page.goto(at('%5B'));
    await page.getByRole('alert').getByText('This filter cannot be read').waitFor();
    await page.goto(
      at(encodeURIComponent('[{"attribute_key":"colour","filter_operator":"equal_to","values":["red"]}]')),
    );
    await list(page).getByRole('alert').getByText('Invalid attribute key - [colour]').waitFor();

    await button(page, 'Remove: colour is red').click();
    await row(page, 'Ada').waitFor();
    expect(opened.problems).toEqual([]);
  });
});

describe('a saved view', () => {
  it('is saved, opened, changed, renamed and deleted, in all tabs', async () => {
    const opened = await open();
    const { account, page } = opened;
    const other = await consoles.open(`/app/accounts/${account.id}/dashboard`, { context: opened.context });
    const vip = encodeURIComponent('[{"attribute_key":"labels","filter_operator":"equal_to","values":["vip"]}]');
    await page.goto(`${consoles.test.url}/app/accounts/${account.id}/dashboard?filter=${vip}`);

    await button(list(page), 'Save view').click();
    await dialog(page, 'Save view').getByRole('textbox', { name: 'Name' }).fill('Important <b>');
    await button(dialog(page, 'Save view'), 'Save').click();
    await page.getByRole('heading', { level: 1, name: 'Important <b>' }).waitFor();
    await saved(page, 'Important <b>').and(page.locator('[aria-current=page]')).waitFor();
    await saved(other.page, 'Important <b>').click();
    await row(other.page, 'Ada').waitFor();
    expect(await list(other.page).getByRole('listitem').count()).toBe(1);
    const id = Number(/custom_view\/(\d+)$/.exec(opened.path())?.[1]);

    // A change is in the address until it is saved.
    await button(page, 'Remove: Labels is vip').click();
    await row(page, 'Grace').waitFor();
    expect(opened.path()).toBe(`/app/accounts/${account.id}/custom_view/${id}?filter=%5B%5D`);
    await button(list(page), 'Save view').click();
    await button(dialog(page, 'Save view'), 'Save').click();
    await eventually(opened.path, (path) => path === `/app/accounts/${account.id}/custom_view/${id}`);
    await row(other.page, 'Grace').waitFor();

    await button(list(page), 'Change the saved view').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog(page, 'Rename').getByRole('textbox', { name: 'Name' }).fill('Everybody');
    await button(dialog(page, 'Rename'), 'Save').click();
    await saved(other.page, 'Everybody').waitFor();
    const { body } = await account.call('GET', '/custom_filters?filter_type=conversation');
    expect(body).toMatchObject([{ id, name: 'Everybody', query: { payload: [] } }]);

    await button(list(page), 'Change the saved view').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(dialog(page, 'Delete Everybody?'), 'Delete').click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await other.page.getByRole('alert').getByText('This saved view is not there any more').waitFor();
    expect([opened.problems, other.problems]).toEqual([[], []]);
  });

  it('is what its address begins with, and says so when it is not there', async () => {
    const opened = await open();
    const { account, page } = opened;
    const query = { payload: [{ attribute_key: 'labels', filter_operator: 'equal_to', values: ['vip'] }] };
    const { body } = await account.call('POST', '/custom_filters', { name: 'VIP', query });
    const at = (id: number) => `${consoles.test.url}/app/accounts/${account.id}/custom_view/${id}`;

    await page.goto(at(body.id));
    await row(page, 'Ada').waitFor();
    await row(page, 'Ada').click();
    await page.getByRole('region', { name: 'Conversation with Ada' }).waitFor();
    expect(opened.path()).toMatch(new RegExp(`/custom_view/${body.id}/conversations/\\d+$`));
    expect(await row(page, 'Grace').count()).toBe(0);
    await page.goto(at(987_654));
    await page.getByRole('alert').getByText('This saved view is not there any more').waitFor();
    expect(opened.problems).toEqual([]);
  });
});

describe('the filter and its chips', () => {
  it('can be used by everyone, and look as in their pictures', async () => {
    const opened = await open();
    const { page } = opened;
    await button(list(page), 'Filter').click();
    await choose(await addCondition(page, 2, 'Priority'), 'Urgent', 'High');
    await (await addCondition(page, 3, 'Assignee', 'is not set')).waitFor();
    await condition(page, 3).getByRole('combobox', { name: 'And, or' }).selectOption('or');
    const violations = violationsByShape(page.mainFrame());
    const found: string[] = [];
    const look = async (what: string) => {
      for (const [name, width, colorScheme, dir] of LOOKS) {
        await page.setViewportSize({ width, height: 740 });
        await page.emulateMedia({ colorScheme });
        await page.evaluate((dir) => void (document.documentElement.dir = dir), dir);
        found.push(...(await violations()));
        await page.screenshot({ path: `${FOLDER}${what}-${name}.png`, animations: 'disabled' });
      }
      await page.setViewportSize({ width: 1280, height: 740 });
    };

    await look('filter');
    await button(dialog(page), 'Apply').click();
    await chips(page).waitFor();
    await look('chips');

    expect(found).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});

const LOOKS = [
  ['light', 1280, 'light', 'ltr'],
  ['dark', 1280, 'dark', 'ltr'],
  ['phone', 360, 'light', 'ltr'],
  ['rtl', 320, 'dark', 'rtl'],
] as const;
