import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply, shown } from '../../support/conversation-calls.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { type GivenCondition, givenRule, settled } from './given-rule.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '0' });
});
afterAll(() => test.stop());

/** The texts of the private notes in the account, in the order of the alphabet. */
async function notesOf(account: TestAccount): Promise<(string | null)[]> {
  const messages = test.rows().selectFrom('messages').select('content').where('account_id', '=', account.id);
  const notes = await messages.where('private', '=', true).execute();
  return notes.map(({ content }) => content).toSorted();
}

const DAY_MS = 86_400_000;
const dateAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('the conditions of a rule', () => {
  it('look into all of a long message, and into its beginning where they look for very many long words', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const many = Array.from({ length: 499 }, (_, index) => `${index} ${'x'.repeat(900)}`);
    const contains = (...values: string[]) => [{ attribute_key: 'content', filter_operator: 'contains', values }];
    await givenRule(account, 'message_created', contains('refund'), ['add_private_note', 'few words']);
    await givenRule(account, 'message_created', contains(...many, 'refund'), ['add_private_note', 'many words']);
    const hear = async (content: string) => {
      const message = { content, message_type: 'incoming' };
      expect((await account.call('POST', pathOf(conversation, '/messages'), message)).status).toBe(201);
      await settled(test, account);
      return notesOf(account);
    };

    expect(await hear(`${'a'.repeat(140_000)} refund`)).toEqual(['few words']);
    expect(await hear(`A refund, please. ${'a'.repeat(140_000)}`)).toEqual(['few words', 'few words', 'many words']);
  });

  it('hold where those of the filter do', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high' });
    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['vip'] });
    const { inbox_id: inboxId } = await shown(account, conversation);
    const cases: GivenCondition[] = [];
    const add = (key: string, operators: string[], ...values: unknown[][]) => {
      for (const operator of operators) {
        for (const some of values) cases.push({ attribute_key: key, filter_operator: operator, values: some });
      }
    };
    const [equal, present, contains] = [
      ['equal_to', 'not_equal_to'],
      ['is_present', 'is_not_present'],
      ['contains', 'does_not_contain'],
    ] as [string[], string[], string[]];
    add('status', equal, ['open'], ['resolved', 'open'], ['pending'], ['all']);
    add('priority', equal, ['high'], ['low']);
    add('assignee_id', equal, [1], [999]);
    add('team_id', equal, [1]);
    add('inbox_id', equal, [inboxId], [999_999]);
    add('labels', equal, ['vip'], ['other']);
    for (const key of ['assignee_id', 'team_id', 'inbox_id', 'labels']) add(key, present, []);
    for (const key of ['browser_language', 'conversation_language', 'country_code']) add(key, equal, ['en']);
    for (const key of ['referer', 'mail_subject']) add(key, [...equal, ...contains], ['shop']);
    const ofContact = cases.length;
    for (const key of ['email', 'city', 'company']) add(key, [...equal, ...contains], ['carla'], ['@']);
    add('phone_number', [...equal, ...contains, 'starts_with'], ['+1']);
    const expected: string[] = [];
    for (const [index, condition] of cases.entries()) {
      const of = index < ofContact ? 'conversations' : 'contacts';
      const { body, status, text } = await account.call('POST', `/${of}/filter`, { payload: [condition] });
      if (status !== 200) throw new Error(text);
      if (body.payload.length > 0) expected.push(`case ${index}`);
      await givenRule(account, 'message_created', [condition], ['add_private_note', `case ${index}`]);
    }

    await ask(account, conversation);
    await settled(test, account);

    expect(await notesOf(account)).toEqual(expected.toSorted());
  });

  it('hold for custom attributes where those of the filter do', async () => {
    const account = await givenAccount(test);
    const values: Record<string, unknown> = {
      plan: 'Gold',
      site: 'https://example.com',
      seats: 12,
      since: dateAt(-10),
      paid: true,
    };
    const types = { plan: 'text', site: 'link', seats: 'number', since: 'date', paid: 'checkbox', none: 'text' };
    for (const model of ['contact_attribute', 'conversation_attribute']) {
      for (const [key, type] of Object.entries(types)) {
        const { status, text } = await account.call('POST', '/custom_attribute_definitions', {
          attribute_display_name: key,
          attribute_key: key,
          attribute_display_type: type,
          attribute_model: model,
        });
        if (status !== 201) throw new Error(text);
      }
    }
    const contact = await givenContact(account, { name: 'Carla Contact', custom_attributes: values });
    const conversation = await givenConversation(account, { contact_id: contact.id, custom_attributes: values });
    const cases: GivenCondition[] = [];
    for (const type of ['contact_attribute', 'conversation_attribute']) {
      const add = (key: string, operators: string[], ...given: unknown[][]) => {
        for (const operator of operators) {
          for (const some of given) {
            cases.push({ attribute_key: key, filter_operator: operator, values: some, custom_attribute_type: type });
          }
        }
      };
      const [equal, present] = [
        ['equal_to', 'not_equal_to'],
        ['is_present', 'is_not_present'],
      ] as [string[], string[]];
      add('plan', [...equal, 'contains', 'does_not_contain'], ['gold'], ['silver']);
      add('site', equal, ['https://example.com']);
      add('seats', [...equal, 'is_greater_than', 'is_less_than'], [12], [13]);
      add('since', ['is_greater_than', 'is_less_than'], [dateAt(-10)], [dateAt(-5)]);
      add('since', ['days_before'], [5], [20]);
      add('paid', equal, [true], [false]);
      for (const key of ['plan', 'seats', 'since', 'none']) add(key, present, []);
    }
    const expected: string[] = [];
    for (const [index, condition] of cases.entries()) {
      const of = condition.custom_attribute_type === 'contact_attribute' ? 'contacts' : 'conversations';
      const { body, status, text } = await account.call('POST', `/${of}/filter`, { payload: [condition] });
      if (status !== 200) throw new Error(text);
      const { id: sought } = of === 'contacts' ? contact : conversation;
      if (body.payload.some(({ id }: { id: number }) => id === sought)) expected.push(`case ${index}`);
      await givenRule(account, 'message_created', [condition], ['add_private_note', `case ${index}`]);
    }

    await ask(account, conversation);
    await settled(test, account);

    expect(expected.length).toBeGreaterThan(10);
    expect(await notesOf(account)).toEqual(expected.toSorted());
  });

  it.each([
    ['content', 'equal_to', ['Is it here?'], true],
    ['content', 'not_equal_to', ['Is it here?'], false],
    ['content', 'contains', ['HERE'], true],
    ['content', 'contains', ['50%', 'it'], true],
    ['content', 'does_not_contain', ['there'], true],
    ['message_type', 'equal_to', ['incoming'], true],
    ['message_type', 'not_equal_to', ['incoming'], false],
    ['message_type', 'equal_to', ['outgoing', 'incoming'], true],
    ['private_note', 'equal_to', [true], false],
    ['private_note', 'not_equal_to', [true], true],
  ])('look at the message: %s %s %j', async (key, operator, values, isMet) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const condition = { attribute_key: key, filter_operator: operator, values };
    await givenRule(account, 'message_created', [condition], ['add_private_note', 'met']);

    await ask(account, conversation, { content: 'Is it here?' });
    await settled(test, account);

    expect(await notesOf(account)).toEqual(isMet ? ['met'] : []);
  });

  it('look at each message by itself, also where many come at once', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const says = (word: string) => [{ attribute_key: 'content', filter_operator: 'contains', values: [word] }];
    for (const word of ['red', 'green', 'blue']) {
      await givenRule(account, 'message_created', says(word), ['add_private_note', word]);
    }

    await Promise.all(['red', 'blue', 'red and blue'].map((content) => ask(account, conversation, { content })));
    await settled(test, account);

    expect(await notesOf(account)).toEqual(['blue', 'blue', 'red', 'red']);
  });

  it('are joined by AND before OR', async () => {
    const account = await givenAccount(test);
    const is = (key: string, value: string, next?: 'AND' | 'OR'): GivenCondition => ({
      attribute_key: key,
      filter_operator: 'equal_to',
      values: [value],
      ...(next && { query_operator: next }),
    });
    const rules: [string, GivenCondition[]][] = [
      ['a', [is('status', 'open', 'OR'), is('status', 'resolved', 'AND'), is('message_type', 'outgoing')]],
      ['b', [is('status', 'resolved', 'OR'), is('message_type', 'outgoing')]],
      ['c', [is('status', 'resolved', 'AND'), is('status', 'open', 'OR'), is('message_type', 'incoming')]],
      ['d', [is('status', 'open', 'AND'), is('message_type', 'outgoing')]],
    ];
    for (const [note, conditions] of rules) {
      await givenRule(account, 'message_created', conditions, ['add_private_note', note]);
    }

    await ask(account, await givenConversation(account));
    await settled(test, account);

    expect(await notesOf(account)).toEqual(['a', 'c']);
  });

  it('mean the custom attribute of a key that is a standard one as well, where they say so', async () => {
    const account = await givenAccount(test);
    const condition = { attribute_key: 'city', filter_operator: 'equal_to', values: ['Berlin'] };
    await givenRule(account, 'message_created', [condition], ['add_private_note', 'standard']);
    const asked = { ...condition, custom_attribute_type: 'contact_attribute' };
    await givenRule(account, 'message_created', [asked], ['add_private_note', 'not defined']);
    const contact = await givenContact(account, {
      name: 'Carla Contact',
      additional_attributes: { city: 'Berlin' },
      custom_attributes: { city: 'Paris' },
    });

    await ask(account, await givenConversation(account, { contact_id: contact.id }));
    await settled(test, account);

    expect(await notesOf(account)).toEqual(['not defined', 'standard']);
  });

  it('look at the inbox that a conversation is in', async () => {
    const account = await givenAccount(test);
    const [one, other] = [await givenInbox(account), await givenInbox(account)];
    const condition = { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [one.id] };
    await givenRule(account, 'conversation_created', [condition], ['change_priority', 'high']);

    const [first, second] = [
      await givenConversation(account, { inbox_id: one.id }),
      await givenConversation(account, { inbox_id: other.id }),
    ];
    await settled(test, account);

    expect([(await shown(account, first)).priority, (await shown(account, second)).priority]).toEqual(['high', null]);
  });

  it('are those at the time when the rule runs, after what earlier rules have done', async () => {
    const account = await givenAccount(test);
    await givenRule(account, 'conversation_created', [], ['change_priority', 'low']);
    const low = { attribute_key: 'priority', filter_operator: 'equal_to', values: ['low'] };
    await givenRule(account, 'conversation_created', [low], ['mute_conversation']);

    const conversation = await givenConversation(account);
    await settled(test, account);

    expect(await shown(account, conversation)).toMatchObject({ priority: 'low', muted: true });
  });
});

describe('attribute_changed', () => {
  const priority = (account: TestAccount, conversation: { id: number }, value: string | null) =>
    account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: value });

  it.each([
    [{ from: [null], to: ['high'] }, true],
    [{ from: [], to: ['high', 'low'] }, true],
    [{ from: ['nil'], to: [] }, true],
    [{}, true],
    [{ from: ['low'], to: ['high'] }, false],
    [{ from: [null], to: ['low'] }, false],
  ])('looks at both values: %j', async (values, isMet) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const condition = { attribute_key: 'priority', filter_operator: 'attribute_changed', values };
    await givenRule(account, 'conversation_updated', [condition], ['add_private_note', 'met']);

    await priority(account, conversation, 'high');
    await settled(test, account);

    expect(await notesOf(account)).toEqual(isMet ? ['met'] : []);
  });

  it('looks at the status, the agent, the team and the labels', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const { id: agent } = account.administrator;
    const { body: team } = await account.call('POST', '/teams', { name: 'Sales' });
    const changed = (key: string, to: unknown) => [
      { attribute_key: key, filter_operator: 'attribute_changed', values: { from: [], to: [to] } },
    ];
    for (const [key, to] of [
      ['status', 'pending'],
      ['assignee_id', agent],
      ['team_id', team.id],
      ['labels', 'vip'],
    ]) {
      await givenRule(account, 'conversation_updated', changed(String(key), to), ['add_private_note', String(key)]);
    }

    await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'pending' });
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: agent });
    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });
    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['other', 'vip'] });
    await settled(test, account);

    expect(await notesOf(account)).toEqual(['assignee_id', 'labels', 'status', 'team_id']);
  });
});

describe('a rule for new messages', () => {
  it('does not wait for activities', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await givenRule(account, 'message_created', [], ['add_private_note', 'met']);

    await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'resolved' });
    await settled(test, account);
    expect(await notesOf(account)).toEqual([]);

    await reply(account, conversation);
    await settled(test, account);
    expect(await notesOf(account)).toEqual(['met']);
  });
});
