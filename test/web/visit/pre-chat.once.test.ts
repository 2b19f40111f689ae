import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { loseAnswer } from '../pages/lose-answer.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

const standard = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  field_type: 'standard',
  enabled: true,
  ...more,
});
const own = (field_type: string, name: string, type: string, more: object = {}) => ({
  name,
  type,
  label: `The ${name}`,
  field_type,
  enabled: true,
  ...more,
});
const contact = own.bind(null, 'contact_attribute');
const conversation = own.bind(null, 'conversation_attribute');

/** A website with a form of these fields, and a visitor who is about to write. */
async function givenForm(fields: object[], user?: object) {
  const options = { pre_chat_message: 'Tell us **who** you are', pre_chat_fields: fields };
  const channel = { pre_chat_form_enabled: true, pre_chat_form_options: options };
  const team = await givenTeam(hosts.test, { channel });
  const host = await hosts.open({ inbox: team.inbox, hasApp: true });
  const chat = new VisitorChat(host);
  if (user) {
    await host.call('setUser', `user-${team.inbox.id}`, user);
    await host.page.waitForFunction(() => document.cookie.includes('cw_conversation'));
  }
  await chat.open();
  await chat.start();
  const field = (label: string | RegExp) => chat.app.getByLabel(label);
  const problems = () => chat.app.locator('.field .problem').allTextContents();
  return { team, host, chat, field, problems, submit: () => chat.start() };
}

describe('the form before the first message', () => {
  it('has fields of all kinds, says what is wrong, and tells the team everything', async () => {
    const { team, chat, field, problems, submit } = await givenForm([
      standard('emailAddress', 'email', { required: true, label: 'Your e-mail' }),
      standard('fullName', 'text'),
      standard('phoneNumber', 'text'),
      contact('tier', 'list', { values: ['Basic', 'Gold'] }),
      contact('birthday', 'date'),
      contact('newsletter', 'checkbox'),
      conversation('order', 'text', { required: true, regex_pattern: '^A-\\d+$', regex_cue: 'Like A-1042' }),
      conversation('amount', 'number'),
      conversation('page', 'link'),
      conversation('hidden', 'text', { enabled: false, required: true }),
    ]);
    await chat.app.locator('.pre-chat strong', { hasText: 'who' }).waitFor();
    expect(await chat.app.locator('.pre-chat .field').count()).toBe(10);

    await field('The order').fill('1042');
    await field('The page').fill('not an address');
    await submit();
    expect(await problems()).toEqual(['This is needed', 'Like A-1042', 'This is not valid', 'This is needed']);
    expect(await field('Your e-mail').evaluate((element) => element === document.activeElement)).toBe(true);

    const email = `ada-${team.inbox.id}@example.com`;
    await field('Your e-mail').fill(email);
    await field('Name').fill('Ada Lovelace');
    await field('Phone number').fill('+4930123456');
    await field('The tier').selectOption('Gold');
    await field('The birthday').fill('1990-12-10');
    await field('The newsletter').check();
    await field('The order').fill('A-1042');
    await field('The amount').fill('12.5');
    await field('The page').fill('https://shop.example/a');
    await field('Message').fill('Where is it?');
    await submit();

    expect(await chat.texts(1)).toEqual(['Where is it?']);
    const begun = await (await team.conversation()).read();
    expect(begun.custom_attributes).toEqual({ order: 'A-1042', amount: 12.5, page: 'https://shop.example/a' });
    const known = await eventually(
      () => team.contact(begun.meta.sender.id),
      ({ custom_attributes: { tier } }) => tier !== undefined,
    );
    expect(known).toMatchObject({ email, name: 'Ada Lovelace', phone_number: '+4930123456' });
    expect(known.custom_attributes).toEqual({ tier: 'Gold', birthday: '1990-12-10', newsletter: true });
  });

  it('keeps what was filled in when the server refuses it, and says why', async () => {
    const { chat, field, submit } = await givenForm([standard('phoneNumber', 'text')]);
    await field('Phone number').fill('030 123456');
    await field('Message').fill('Call me');

    await submit();
    await chat.app.locator('.banner').waitFor();

    expect(await field('Message').inputValue()).toBe('Call me');
    await field('Phone number').fill('+4930123456');
    await submit();
    expect(await chat.texts(1)).toEqual(['Call me']);
  });

  it('begins one conversation when it is sent again after its answer was lost', async () => {
    const { team, host, chat, field, submit } = await givenForm([standard('emailAddress', 'email')]);
    await loseAnswer(host.page, /widget\/conversations\?/);
    await field('E-mail').fill(`twice-${team.inbox.id}@example.com`);
    await field('Message').fill('Only once');
    await submit();
    await chat.app.locator('.banner').waitFor();

    await submit();

    expect(await chat.texts(1)).toEqual(['Only once']);
    expect(await team.conversations()).toHaveLength(1);
    expect(await (await team.conversation()).messages()).toHaveLength(1);
  });

  it('asks users of the website only for what is not known of them', async () => {
    const user = { name: 'Uma User', email: `uma-${Date.now()}@example.com` };
    const { chat, field, submit } = await givenForm(
      [standard('emailAddress', 'email'), standard('fullName', 'text'), standard('phoneNumber', 'text')],
      user,
    );
    await field('Phone number').waitFor();

    expect(await chat.app.locator('.pre-chat .field').count()).toBe(2);
    await field('Message').fill('It is me');
    await submit();
    expect(await chat.texts(1)).toEqual(['It is me']);
  });

  it('is left out for users who have given everything', async () => {
    const user = { name: 'Uma User', email: `uma-2-${Date.now()}@example.com` };
    const { chat } = await givenForm([standard('emailAddress', 'email'), standard('fullName', 'text')], user);

    await chat.write('It is me');

    expect(await chat.texts(1)).toEqual(['It is me']);
  });

  it('is not shown again once there is a conversation', async () => {
    const { host, chat, field, submit } = await givenForm([standard('fullName', 'text')]);
    await field('Message').fill('Hello');
    await submit();
    await chat.texts(1);

    await host.page.reload();

    expect(await chat.texts(1)).toEqual(['Hello']);
    await chat.composer.waitFor();
  });

  it('is open on the next page where it was open on this one', async () => {
    const user = { name: 'Uma User', email: `uma-3-${Date.now()}@example.com` };
    const { host, chat, field } = await givenForm([standard('phoneNumber', 'text')], user);
    await field('Message').waitFor();

    await host.page.reload();

    await chat.isOpen();
    await field('Message').waitFor();
  });
});
