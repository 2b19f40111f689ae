import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenTalk(account: TestAccount, contact: object, text = 'Where is my parcel?') {
  const inbox = await givenInbox(account);
  const { id: contact_id } = await givenContact(account, contact);
  const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id });
  const message = await ask(account, body, { content: text });
  return { conversation: body, message: message.body, inbox, contactId: contact_id };
}

async function found(account: TestAccount, path: string, token?: string) {
  const { status, body, text } = await account.call('GET', `/search${path}`, undefined, token ? { token } : {});
  if (status !== 200) throw new Error(text);
  return body.payload;
}

const ids = (things: { id: number }[]) => things.map(({ id }) => id);

describe('GET /search', () => {
  it('finds conversations by contacts, contacts, and messages by words', async () => {
    const account = await givenAccount(test);
    const grace = await givenTalk(account, { name: 'Grace Hopper', email: 'grace@navy.example.com' });
    const alan = await givenTalk(account, { name: 'Alan Turing' }, 'Greetings to Grace!');

    const payload = await found(account, '?q=grace');

    expect(payload).toEqual({
      conversations: [
        {
          id: grace.conversation.id,
          account_id: account.id,
          created_at: grace.conversation.created_at,
          message: expect.objectContaining({ id: grace.message.id, content: 'Where is my parcel?' }),
          contact: expect.objectContaining({ id: grace.contactId, name: 'Grace Hopper' }),
          inbox: {
            id: grace.inbox.id,
            channel_id: grace.inbox.channel_id,
            name: 'Support',
            channel_type: 'Channel::Api',
          },
          agent: null,
          additional_attributes: {},
        },
      ],
      contacts: [
        {
          id: grace.contactId,
          name: 'Grace Hopper',
          email: 'grace@navy.example.com',
          phone_number: null,
          identifier: null,
          additional_attributes: {},
          last_activity_at: expect.any(Number),
        },
      ],
      messages: [
        expect.objectContaining({
          id: alan.message.id,
          content: 'Greetings to Grace!',
          conversation_id: alan.conversation.id,
          account_id: account.id,
          inbox: expect.objectContaining({ id: alan.inbox.id }),
          sender: expect.objectContaining({ name: 'Alan Turing' }),
        }),
      ],
      articles: [],
    });
  });

  it('finds nothing of inboxes that an agent does not see, nor of other accounts', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const own = await givenTalk(account, { name: 'Grace One' }, 'parcel lost');
    await givenTalk(account, { name: 'Grace Two' }, 'parcel lost');
    await givenTalk(other, { name: 'Grace Three' }, 'parcel lost');
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [own.inbox.id] });
    const outsider = await givenAgent(test, account, 'Ina', { inboxes: [] });

    expect(ids((await found(account, '/conversations?q=grace', agent.token)).conversations)).toEqual([
      own.conversation.id,
    ]);
    expect(ids((await found(account, '/messages?q=parcel', agent.token)).messages)).toEqual([own.message.id]);
    expect((await found(account, '?q=parcel', outsider.token)).messages).toEqual([]);
    expect((await found(account, '/messages?q=parcel')).messages).toHaveLength(2);
    expect((await found(account, '/contacts?q=grace')).contacts).toHaveLength(2);
  });

  it.each(['', '?q=', '?q=%20', '?q=x&page=0', `?q=${'x'.repeat(256)}`])('refuses %.20s', async (query) => {
    const account = await givenAccount(test);

    expect((await account.call('GET', `/search${query}`)).status).toBe(422);
  });
});

describe('GET /search/conversations', () => {
  it.each([
    ['a part of the name', 'race hop'],
    ['the address', 'GRACE@navy'],
    ['the phone number', '4155550'],
    ['the identifier', 'crm-1'],
  ])('finds them by %s of the contact', async (_, text) => {
    const account = await givenAccount(test);
    const contact = {
      name: 'Grace Hopper',
      email: 'grace@navy.example.com',
      phone_number: '+14155550123',
      identifier: 'crm-17',
    };
    const { conversation } = await givenTalk(account, contact);
    await givenTalk(account, { name: 'Alan' });

    const { conversations } = await found(account, `/conversations?q=${encodeURIComponent(text)}`);

    expect(ids(conversations)).toEqual([conversation.id]);
  });

  it('finds them by their number, the newest first, in pages', async () => {
    const account = await givenAccount(test);
    const talks = [];
    for (let n = 0; n < 3; n += 1) talks.push(await givenTalk(account, { name: `Grace ${n}` }));
    const numbers = talks.map(({ conversation }) => conversation.id).toReversed();

    expect(ids((await found(account, `/conversations?q=${numbers[1]}`)).conversations)).toContain(numbers[1]);
    expect(ids((await found(account, '/conversations?q=grace&per_page=2')).conversations)).toEqual(numbers.slice(0, 2));
    expect(ids((await found(account, '/conversations?q=grace&per_page=2&page=2')).conversations)).toEqual(
      numbers.slice(2),
    );
    expect(ids((await found(account, '/conversations?q=grace&page=9')).conversations)).toEqual([]);
  });

  it('can be limited to an inbox and a time', async () => {
    const account = await givenAccount(test);
    const [one, two] = [await givenTalk(account, { name: 'Grace' }), await givenTalk(account, { name: 'Grace' })];
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;

    const search = async (query: string) =>
      ids((await found(account, `/conversations?q=grace&${query}`)).conversations);

    expect(await search(`inbox_id=${one.inbox.id}`)).toEqual([one.conversation.id]);
    expect(await search('inbox_id=999999')).toEqual([]);
    expect(await search(`since=${inAnHour}`)).toEqual([]);
    expect(await search(`until=${inAnHour}`)).toEqual([two.conversation.id, one.conversation.id]);
  });
});

describe('GET /search/messages', () => {
  it('can be limited to an inbox, a time and an author', async () => {
    const account = await givenAccount(test);
    const talk = await givenTalk(account, { name: 'Grace' }, 'parcel lost');
    const agent = await givenAgent(test, account);
    const answer = await reply(account, talk.conversation, { content: 'Your parcel is here' }, agent.token);
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;

    const search = async (query: string) => ids((await found(account, `/messages?q=parcel&${query}`)).messages);

    expect(await search('')).toEqual([answer.body.id, talk.message.id]);
    expect(await search(`from=contact:${talk.contactId}`)).toEqual([talk.message.id]);
    expect(await search(`from=agent:${agent.id}`)).toEqual([answer.body.id]);
    expect(await search(`from=agent:${talk.contactId}00`)).toEqual([]);
    expect(await search(`inbox_id=${talk.inbox.id}&until=${inAnHour}&per_page=1`)).toEqual([answer.body.id]);
    expect(await search(`since=${inAnHour}`)).toEqual([]);
    expect((await account.call('GET', '/search/messages?q=parcel&from=bot:1')).status).toBe(422);
  });

  it('finds what has all words, and nothing for text without words', async () => {
    const account = await givenAccount(test);
    const talk = await givenTalk(account, { name: 'Grace' }, 'The parcel is lost');
    const deleted = await ask(account, talk.conversation, { content: 'lost parcel' });
    await account.call('DELETE', pathOf(talk.conversation, `/messages/${deleted.body.id}`));

    expect(ids((await found(account, '/messages?q=parcel%20lo')).messages)).toEqual([talk.message.id]);
    expect((await found(account, '/messages?q=parcel%20found')).messages).toEqual([]);
    expect((await found(account, '/messages?q=!!!')).messages).toEqual([]);
  });
});

describe('GET /search/contacts and /search/articles', () => {
  it('find contacts in pages, and no articles where there are none', async () => {
    const account = await givenAccount(test);
    for (let n = 0; n < 3; n += 1) await givenContact(account, { name: `Grace ${n}` });

    expect((await found(account, '/contacts?q=grace&per_page=2&page=2')).contacts).toHaveLength(1);
    expect(await found(account, '/articles?q=grace')).toEqual({ articles: [] });
  });
});
