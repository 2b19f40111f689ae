import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('an address', () => {
  it('has three automatic mails of an inbox in an hour, and others have theirs', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
    const [robot, person] = [
      await givenContact(account, { email: 'robot@example.com' }),
      await givenContact(account, { email: 'person@example.com' }),
    ];
    const surveysOf = async (contact: { id: number }) => {
      const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
      await account.call('POST', pathOf(body, '/toggle_status'), { status: 'resolved' });
      const messages = (await messagesOf(account, body)) as { content_type: string }[];
      return messages.filter(({ content_type: type }) => type === 'input_csat').length;
    };

    const counts = [];
    for (let conversation = 0; conversation < 5; conversation += 1) counts.push(await surveysOf(robot));
    const other = await surveysOf(person);

    expect(counts).toEqual([1, 1, 1, 0, 0]);
    expect(other).toBe(1);
  });
});
