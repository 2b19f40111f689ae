import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenConversation } from '../../support/factories.ts';
import { activitiesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation with the custom attributes `{ plan: 'gold', seats: 5 }`, and a request that sets others. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account, { custom_attributes: { plan: 'gold', seats: 5 } });
  const set = (body: unknown, token?: string) =>
    account.call('POST', pathOf(conversation, '/custom_attributes'), body, token === undefined ? {} : { token });
  return { account, conversation, set };
}

describe('POST /conversations/{id}/custom_attributes', () => {
  it('replaces them all', async () => {
    const { account, conversation, set } = await given();

    const { status, body } = await set({ custom_attributes: { seats: 6, nested: { a: [1, null] } } });

    expect([status, body]).toEqual([200, { custom_attributes: { seats: 6, nested: { a: [1, null] } } }]);
    expect((await shown(account, conversation)).custom_attributes).toEqual(body.custom_attributes);
  });

  it('clears them', async () => {
    const { set } = await given();

    const { body } = await set({ custom_attributes: {} });

    expect(body).toEqual({ custom_attributes: {} });
  });

  it('adds to them with merge=true', async () => {
    const { account, conversation, set } = await given();

    const { body } = await set({ custom_attributes: { seats: null, region: 'north' }, merge: true });

    expect(body).toEqual({ custom_attributes: { plan: 'gold', seats: null, region: 'north' } });
    expect((await shown(account, conversation)).custom_attributes).toEqual(body.custom_attributes);
  });

  it('refuses to add when all of them together are too many', async () => {
    const { account, conversation, set } = await given();
    const some = (start: string) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${start}${index}`, 'x'.repeat(1400)]));

    const first = await set({ custom_attributes: some('a'), merge: true });
    const second = await set({ custom_attributes: some('b'), merge: true });

    expect([first.status, second.status, second.body.attributes]).toEqual([200, 422, ['custom_attributes']]);
    expect(second.body.message).toMatch(/is too large/);
    expect(Object.keys((await shown(account, conversation)).custom_attributes)).toHaveLength(62);
  });

  it('loses no key when several merge at once', async () => {
    const { account, conversation, set } = await given();

    await Promise.all(
      Array.from({ length: 10 }, (_, index) => set({ custom_attributes: { [`key${index}`]: index }, merge: true })),
    );

    expect(Object.keys((await shown(account, conversation)).custom_attributes)).toHaveLength(12);
  });

  it('may be done by a bot', async () => {
    const { account, set } = await given();
    const bot = await givenBot(test, account);

    const { status } = await set({ custom_attributes: { topic: 'billing' } }, bot.token);

    expect(status).toBe(200);
  });

  it('records conversation_updated when something changed, and no activity', async () => {
    const { account, conversation, set } = await given();

    const events = await eventsDuring(test, account, async () => {
      await set({ custom_attributes: { seats: 5, plan: 'gold' } });
      await set({ custom_attributes: { plan: 'gold' }, merge: true });
      await set({ custom_attributes: { plan: 'lead' } });
    });

    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ custom_attributes: [{ plan: 'gold', seats: 5 }, { plan: 'lead' }] });
    expect(events[0]!.payload.custom_attributes).toEqual({ plan: 'lead' });
    expect(await activitiesOf(account, conversation)).toEqual([]);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [5],
    [[1, 2]],
    [{ long: 'x'.repeat(1501) }],
    [{ large: 10_000_000_000 }],
    [{ nul: 'a\u0000' }],
    [{ half: '\udc00' }],
  ])('refuses %p', async (value) => {
    const { set } = await given();

    const { status, body } = await set({ custom_attributes: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['custom_attributes']]);
  });

  it('refuses a merge that is neither true nor false', async () => {
    const { set } = await given();

    const { status, body } = await set({ custom_attributes: {}, merge: 'maybe' });

    expect([status, body.attributes]).toEqual([422, ['merge']]);
  });

  it('does not find another conversation', async () => {
    const { account } = await given();

    const { status, body } = await account.call('POST', pathOf({ id: 2 }, '/custom_attributes'), {
      custom_attributes: {},
    });

    expect([status, body.error]).toEqual([404, 'Conversation not found']);
  });
});
