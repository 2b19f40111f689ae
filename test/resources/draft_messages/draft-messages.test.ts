import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const NONE = { has_draft: false };

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  return { account, conversation, path: pathOf(conversation, '/draft_messages') };
}

const draftIn = async (account: TestAccount, path: string, token?: string) =>
  (await account.call('GET', path, undefined, token === undefined ? {} : { token })).body;
const keep = (account: TestAccount, path: string, message: unknown, token?: string) =>
  account.call('PATCH', path, { draft_message: { message } }, token === undefined ? {} : { token });

describe('draft_messages of a conversation', () => {
  it('keep what a member has begun to write, for that member alone', async () => {
    const { account, conversation, path } = await given();
    const other = await givenConversation(account);
    const agent = await givenAgent(test, account);

    const before = await draftIn(account, path);
    const kept = await keep(account, path, 'Your parcel');
    await keep(account, path, 'Mine is another', agent.token);
    const flat = await account.call('PUT', path, { message: 'Your parcel left' });

    expect(before).toEqual(NONE);
    expect([kept.status, kept.text, flat.status]).toEqual([200, '', 200]);
    expect(await draftIn(account, path)).toEqual({ has_draft: true, message: 'Your parcel left' });
    expect(await draftIn(account, path, agent.token)).toEqual({ has_draft: true, message: 'Mine is another' });
    expect(await draftIn(account, pathOf(other, '/draft_messages'))).toEqual(NONE);
    expect(conversation.id).not.toBe(other.id);
  });

  it('stay while messages are sent, and go when they are deleted or emptied', async () => {
    const { account, conversation, path } = await given();
    const agent = await givenAgent(test, account);
    await keep(account, path, 'One');
    await keep(account, path, 'Two', agent.token);

    await reply(account, conversation);
    const stayed = await draftIn(account, path);
    const deleted = await account.call('DELETE', path);
    const again = await account.call('DELETE', path);
    const emptied = await keep(account, path, ' ', agent.token);

    expect(stayed).toEqual({ has_draft: true, message: 'One' });
    expect([deleted.status, again.status, emptied.status]).toEqual([200, 200, 200]);
    expect([await draftIn(account, path), await draftIn(account, path, agent.token)]).toEqual([NONE, NONE]);
  });

  it('are kept once when they are kept twice at the same time', async () => {
    const { account, path } = await given();

    const answers = await Promise.all([keep(account, path, 'One'), keep(account, path, 'Two')]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(['One', 'Two']).toContain((await draftIn(account, path)).message);
  });

  it.each([
    ['no text', undefined],
    ['something else', 5],
    ['too long a text', 'x'.repeat(150_001)],
  ])('refuse %s', async (_, message) => {
    const { account, path } = await given();

    const { status, body } = await keep(account, path, message);

    expect([status, body.attributes]).toEqual([422, ['message']]);
  });

  it('are refused to members who do not see the conversation, and to bots', async () => {
    const { account, path } = await given();
    const outsider = await givenAgent(test, account, 'Olga Outsider', { inboxes: [] });
    const other = await givenAccount(test);

    const refused = await keep(account, path, 'Hello', outsider.token);
    const elsewhere = await other.call('GET', path);

    expect([refused.status, refused.body.error]).toEqual([403, 'Access denied']);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'Conversation not found']);
  });

  it('go with the conversation, and with the member', async () => {
    const { account, conversation, path } = await given();
    const agent = await givenAgent(test, account);
    const left = () =>
      test.rows().selectFrom('draft_messages').select('message').where('account_id', '=', account.id).execute();
    await keep(account, path, 'Mine');
    await keep(account, path, 'Theirs', agent.token);

    await account.call('DELETE', `/agents/${agent.id}`);
    const without = await left();
    await account.call('DELETE', pathOf(conversation));

    expect([without, await left()]).toEqual([[{ message: 'Mine' }], []]);
  });
});
