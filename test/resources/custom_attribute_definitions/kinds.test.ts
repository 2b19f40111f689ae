import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, shown } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { formWith } from '../../support/files/pictures.ts';
import { givenCaller, givenPublicInbox } from '../../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());
beforeEach(async () => {
  account = await givenAccount(test);
});

const TYPES = { seats: 'number', price: 'currency', share: 'percent', vip: 'checkbox', since: 'date', note: 'text' };
/** As forms, SDKs and spreadsheets send them. */
const TEXTS = { seats: ' 9 ', price: '12.50', share: '-3', vip: 'TRUE', since: '2026-02-28', note: 7, other: '7' };
const KINDS = { seats: 9, price: 12.5, share: -3, vip: true, since: '2026-02-28', note: '7', other: '7' };

async function define(model: 'contact_attribute' | 'conversation_attribute', types: Record<string, string> = TYPES) {
  for (const [key, type] of Object.entries(types)) {
    const body = {
      attribute_display_name: key,
      attribute_key: key,
      attribute_display_type: type,
      attribute_model: model,
    };
    const { status, text } = await account.call('POST', '/custom_attribute_definitions', body);
    if (status !== 201) throw new Error(text);
  }
}

const contactOf = async (id: number) => (await account.call('GET', `/contacts/${id}`)).body.payload;
const attributesOf = async (id: number) => (await contactOf(id)).custom_attributes;
const found = async (list: string, key: string, value: unknown) => {
  const payload = [{ attribute_key: key, filter_operator: 'equal_to', values: [value] }];
  const { body } = await account.call('POST', `/${list}/filter`, { payload });
  return body.payload.length;
};

describe('the attributes of a contact', () => {
  it('are in the kinds of their definitions by the API, and filters find them', async () => {
    await define('contact_attribute');

    const { id } = await givenContact(account, { name: 'Carla', custom_attributes: TEXTS });
    const created = await attributesOf(id);
    await account.call('PATCH', `/contacts/${id}`, { custom_attributes: { seats: '10', vip: 'no', since: '' } });

    expect([created, await attributesOf(id)]).toEqual([KINDS, { ...KINDS, seats: 10, vip: false, since: null }]);
    expect(await found('contacts', 'seats', 10)).toBe(1);
  });

  it('are so by the Public API', async () => {
    await define('contact_attribute');
    const inbox = await givenPublicInbox(test, account);

    const caller = await givenCaller(inbox, { name: 'Carla', custom_attributes: TEXTS });
    const created = await attributesOf(caller.id);
    await inbox.call('PATCH', `/contacts/${caller.source_id}`, { custom_attributes: { seats: '10' } });

    expect([created, await attributesOf(caller.id)]).toEqual([KINDS, { ...KINDS, seats: 10 }]);
  });

  it('are so by the widget', async () => {
    await define('contact_attribute');
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);

    await website.call('PATCH', '/contact', { custom_attributes: TEXTS }, visitor);

    expect(await attributesOf(visitor.message.sender.id)).toEqual(KINDS);
  });

  it('are so by an import, which gives back rows that have others', async () => {
    await define('contact_attribute');
    const rows = ['email,seats,vip', 'ann@example.com,9,true', 'ben@example.com,many,true', 'cleo@example.com,,'];

    const file = formWith('import_file', new TextEncoder().encode(rows.join('\n')), {}, 'people.csv');
    await account.call('POST', '/contacts/import', file);
    const { body } = await eventually(
      () => account.call('GET', '/contacts?sort=email'),
      (answer) => answer.body.payload.length === 2,
    );

    const read = body.payload.map(({ email, custom_attributes: of }: Record<string, unknown>) => [email, of]);
    expect(read).toEqual([
      ['ann@example.com', { seats: 9, vip: true }],
      ['cleo@example.com', {}],
    ]);
  });

  it.each([
    ['seats', 'many', 'must be a number'],
    ['seats', '0x10', 'must be a number'],
    ['seats', true, 'must be a number'],
    ['price', '12,50', 'must be a number'],
    ['vip', 'perhaps', 'must be true or false'],
    ['vip', 2, 'must be true or false'],
    ['since', '2026-02-30', 'must be a date such as 2026-03-31'],
    ['since', 'yesterday', 'must be a date such as 2026-03-31'],
    ['note', { is: 'long' }, 'must be a text'],
  ])('are refused where %s is %j', async (key, value, rule) => {
    await define('contact_attribute');

    const { status, body } = await account.call('POST', '/contacts', {
      name: 'Carla',
      custom_attributes: { [key]: value },
    });

    expect([status, body.message]).toEqual([422, `custom_attributes.${key} ${rule}`]);
    expect(body.attributes).toEqual([`custom_attributes.${key}`]);
  });

  it('may have a time after a date, and nothing', async () => {
    await define('contact_attribute');
    const given = { since: '2026-02-28T10:00:00.000Z', seats: null, vip: '' };

    const { id } = await givenContact(account, { name: 'Carla', custom_attributes: given });

    expect(await attributesOf(id)).toEqual({ ...given, vip: null });
  });
});

describe('the attributes of a conversation', () => {
  it('are in the kinds of their definitions by the API', async () => {
    await define('conversation_attribute');

    const conversation = await givenConversation(account, { custom_attributes: TEXTS });
    const created = (await shown(account, conversation)).custom_attributes;
    const changed = await account.call('POST', pathOf(conversation, '/custom_attributes'), {
      custom_attributes: { seats: '10' },
      merge: true,
    });
    const refused = await account.call('POST', pathOf(conversation, '/custom_attributes'), {
      custom_attributes: { seats: 'many' },
    });

    expect([created, changed.body.custom_attributes]).toEqual([KINDS, { ...KINDS, seats: 10 }]);
    expect([refused.status, refused.body.message]).toEqual([422, 'custom_attributes.seats must be a number']);
    expect(await found('conversations', 'vip', true)).toBe(1);
  });

  it('are so by the Public API and the widget', async () => {
    await define('conversation_attribute');
    const inbox = await givenPublicInbox(test, account);
    const caller = await givenCaller(inbox);
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);

    const first = await inbox.call('POST', `/contacts/${caller.source_id}/conversations`, { custom_attributes: TEXTS });
    await website.call('POST', '/conversations/set_custom_attributes', { custom_attributes: TEXTS }, visitor);

    const second = visitor.message.conversation_id;
    expect((await shown(account, first.body)).custom_attributes).toEqual(KINDS);
    expect((await shown(account, { id: second })).custom_attributes).toEqual(KINDS);
  });
});

describe('values from before a definition', () => {
  it('are converted where they can be, and stay otherwise; other changes are not refused for them', async () => {
    const inbox = await givenInbox(account);
    const ids: number[] = [];
    for (const seats of ['9', 'many', 9, null]) {
      ids.push((await givenContact(account, { name: 'Carla', custom_attributes: { seats, plan: 'gold' } })).id);
    }
    const conversation = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: ids[0],
      custom_attributes: { vip: 'true' },
    });

    await define('contact_attribute', { seats: 'number' });
    await define('conversation_attribute', { vip: 'checkbox' });

    await eventually(
      () => Promise.all([attributesOf(ids[0]!), shown(account, conversation.body)]),
      ([contact, { custom_attributes: of }]) => contact.seats === 9 && of.vip === true,
    );
    const seats = [];
    for (const id of ids) seats.push((await attributesOf(id)).seats);
    expect(seats).toEqual([9, 'many', 9, null]);
    const changed = await account.call('PATCH', `/contacts/${ids[1]}`, { custom_attributes: { plan: 'free' } });
    const again = await account.call('PATCH', `/contacts/${ids[1]}`, { custom_attributes: { seats: 'many' } });
    expect([changed.status, again.status]).toEqual([200, 200]);
  });

  it('are converted where the type of the definition changes', async () => {
    await define('contact_attribute', { seats: 'text' });
    const { id } = await givenContact(account, { name: 'Carla', custom_attributes: { seats: '9' } });
    const { body: definitions } = await account.call(
      'GET',
      '/custom_attribute_definitions?attribute_model=contact_attribute',
    );

    await account.call('PATCH', `/custom_attribute_definitions/${definitions[0].id}`, {
      attribute_display_type: 'number',
    });

    const converted = await eventually(
      () => attributesOf(id),
      ({ seats }) => seats === 9,
    );
    expect(converted).toEqual({ seats: 9 });
  });
});
