import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenPlanned() {
  const account = await givenAccount(test);
  const contact = await givenContact(account, { custom_attributes: { plan: 'gold', since: 2020, constructor: 1 } });
  return { account, contact, path: `/contacts/${contact.id}/destroy_custom_attributes` };
}

describe('POST contacts/{id}/destroy_custom_attributes', () => {
  it('removes those that are named, and records an event', async () => {
    const { account, contact, path } = await givenPlanned();
    let answer: { status?: number; body?: { custom_attributes: object; payload: object } } = {};

    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('POST', path, { custom_attributes: ['plan', 'constructor', 'unknown'] });
    });

    expect([answer.status, answer.body?.custom_attributes]).toEqual([200, { since: 2020 }]);
    expect(answer.body?.payload).toMatchObject({ id: contact.id, custom_attributes: { since: 2020 } });
    expect((await account.call('GET', `/contacts/${contact.id}`)).body.custom_attributes).toEqual({ since: 2020 });
    expect(typesOf(events)).toEqual(['contact_updated']);
    expect(changesOf(events[0]!)['custom_attributes']![1]).toEqual({ since: 2020 });
  });

  it('changes nothing, and records no event, when the contact has none of them', async () => {
    const { account, contact, path } = await givenPlanned();

    const events = await eventsDuring(test, account, () => account.call('POST', path, { custom_attributes: ['x'] }));

    expect(events).toEqual([]);
    expect((await account.call('GET', `/contacts/${contact.id}`)).body.custom_attributes).toEqual(
      contact.custom_attributes,
    );
  });

  it.each([[{}], [{ custom_attributes: null }], [{ custom_attributes: { plan: 1 } }], [{ custom_attributes: [1] }]])(
    'needs a list of names, not %j',
    async (body) => {
      const { account, path } = await givenPlanned();

      const answer = await account.call('POST', path, body);

      expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
      expect(answer.body.message).toContain('custom_attributes');
    },
  );
});
