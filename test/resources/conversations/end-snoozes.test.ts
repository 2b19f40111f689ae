import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endSnoozes } from '../../../src/jobs/end-snoozes.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { activitiesOf, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const END = new Date(Date.now() + 3_600_000);
const JUST_BEFORE = new Date(END.getTime() - 1);

/** A conversation that is snoozed until END. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  await toggle(account, conversation, 'snoozed', { snoozed_until: END.toISOString() });
  return { account, conversation };
}

describe('a snoozed conversation', () => {
  it('opens when its time has come, not before', async () => {
    const { account, conversation } = await given();

    const before = await eventsDuring(test, account, () => endSnoozes(test.app, JUST_BEFORE));
    const events = await eventsDuring(test, account, () => endSnoozes(test.app, END));

    expect(before).toEqual([]);
    expect(await shown(account, conversation)).toMatchObject({ status: 'open', snoozed_until: null });
    expect((await activitiesOf(account, conversation)).at(-1)).toBe('Conversation was reopened: its snooze is over');
    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect(events[0]!.payload).toMatchObject({ status: 'open', previous_status: 'snoozed' });
    expect(changesOf(events[1]!)).toEqual({
      status: ['snoozed', 'open'],
      snoozed_until: [END.toISOString(), null],
    });
  });

  it('opens once, when several look at the same time', async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, () =>
      Promise.all([endSnoozes(test.app, END), endSnoozes(test.app, END), endSnoozes(test.app, END)]),
    );

    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect((await activitiesOf(account, conversation)).length).toBe(2);
  });

  it('is given to a member who is online when it opens', async () => {
    const { account, conversation } = await given();
    const agent = await givenAgent(test, account, 'Ann');
    const staysOnline = { profile: { account_id: account.id, auto_offline: false } };
    const { status } = await test.request('POST', '/api/v1/profile/auto_offline', {
      token: agent.token,
      body: staysOnline,
    });
    expect(status).toBe(200);

    await endSnoozes(test.app, END);

    expect(await shown(account, conversation)).toMatchObject({ status: 'open', assignee: { id: agent.id } });
  });

  it('stays resolved when it was resolved before', async () => {
    const { account, conversation } = await given();
    await toggle(account, conversation, 'resolved');

    const events = await eventsDuring(test, account, () => endSnoozes(test.app, END));

    expect(events).toEqual([]);
    expect(await shown(account, conversation)).toMatchObject({ status: 'resolved' });
  });
});
