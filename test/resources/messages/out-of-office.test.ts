import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOutOfOffice } from '../../../src/conversations/replies/out-of-office.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  automaticTexts,
  beginByCampaign,
  givenConversationIn,
  givenConversationWith,
} from '../../support/automatic-messages.ts';
import { ask, reply, toggle } from '../../support/conversation-calls.ts';
import { givenBot } from '../../support/factories.ts';

/** A Sunday. */
const SUNDAY = '2026-11-22';
let now = new Date(`${SUNDAY}T12:00:00Z`);
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => now, jobs: false });
});
afterAll(() => test.stop());

const AWAY = { working_hours_enabled: true, out_of_office_message: 'We are back on Monday.', timezone: 'UTC' };
const at = (time: string) => {
  now = new Date(time);
};

describe('the out-of-office message', () => {
  it('follows a message that arrives out of office', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, conversation } = await givenConversationWith(test, AWAY);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it.each([
    ['in opening hours', '2026-11-23T12:00:00Z', AWAY],
    ['without working hours', `${SUNDAY}T12:00:00Z`, { ...AWAY, working_hours_enabled: false }],
    ['without a text', `${SUNDAY}T12:00:00Z`, { ...AWAY, out_of_office_message: null }],
    ['with a blank text', `${SUNDAY}T12:00:00Z`, { ...AWAY, out_of_office_message: ' ' }],
  ])('is not sent %s', async (_, time, settings) => {
    at(time);
    const { account, conversation } = await givenConversationWith(test, settings);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it("is sent once a day, which begins at midnight in the inbox's time zone", async () => {
    at('2026-11-21T22:00:00Z');
    const { account, conversation } = await givenConversationWith(test, { ...AWAY, timezone: 'Europe/Berlin' });
    await ask(account, conversation);

    at('2026-11-21T22:59:59Z');
    await ask(account, conversation);
    const onSaturday = await automaticTexts(account, conversation);
    at('2026-11-21T23:00:00Z');
    await ask(account, conversation);

    expect(onSaturday).toHaveLength(1);
    expect(await automaticTexts(account, conversation)).toHaveLength(2);
  });

  it('uses UTC when the time zone is no longer known, and the message is kept', async () => {
    at('2026-11-21T23:30:00Z');
    const { account, conversation } = await givenConversationWith(test, AWAY);
    await test
      .rows()
      .updateTable('inboxes')
      .set({ timezone: 'Europe/Nowhere' })
      .where('account_id', '=', account.id)
      .execute();

    await ask(account, conversation);
    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it('is not sent while an agent answers all the same', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, conversation } = await givenConversationWith(test, AWAY);
    await reply(account, conversation);

    at(`${SUNDAY}T12:04:59Z`);
    await ask(account, conversation);
    const soon = await automaticTexts(account, conversation);
    at(`${SUNDAY}T12:05:00Z`);
    await ask(account, conversation);

    expect(soon).toEqual([]);
    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it('is sent in spite of a private note, which the contact does not see', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, conversation } = await givenConversationWith(test, AWAY);
    await reply(account, conversation, { private: true });

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it('is not sent after a message of the team', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, conversation } = await givenConversationWith(test, { ...AWAY, working_hours_enabled: false });
    await ask(account, conversation);
    await account.call('PATCH', `/inboxes/${conversation.inbox_id}`, AWAY);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('replaces the greeting', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, conversation } = await givenConversationWith(test, {
      ...AWAY,
      greeting_enabled: true,
      greeting_message: 'Hello!',
    });

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it('is not sent in a conversation that a campaign started', async () => {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, inbox, conversation } = await givenConversationWith(test, AWAY);
    await beginByCampaign(test, account, inbox);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });
});

describe('the out-of-office message in an inbox with a bot', () => {
  async function givenAskedBot(settings: object = {}) {
    at(`${SUNDAY}T12:00:00Z`);
    const { account, inbox } = await givenConversationWith(test, { ...AWAY, ...settings });
    const bot = await givenBot(test, account, inbox.id);
    const conversation = await givenConversationIn(account, inbox);
    await ask(account, conversation);
    return { account, bot, conversation };
  }

  it('is not sent while the bot has the conversation, and follows its handing over', async () => {
    const { account, bot, conversation } = await givenAskedBot({ greeting_enabled: true, greeting_message: 'Hello' });
    await reply(account, conversation, {}, bot.token);
    await ask(account, conversation);
    const withBot = await automaticTexts(account, conversation);

    await toggle(account, conversation, 'open', {}, bot.token);

    expect([withBot, await automaticTexts(account, conversation)]).toEqual([
      ['Hello'],
      ['Hello', AWAY.out_of_office_message],
    ]);
  });

  it('is sent once a day also then', async () => {
    const { account, bot, conversation } = await givenAskedBot();
    await toggle(account, conversation, 'open', {}, bot.token);
    await toggle(account, conversation, 'pending', {}, bot.token);

    await toggle(account, conversation, 'open', {}, bot.token);
    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([AWAY.out_of_office_message]);
  });

  it('is not sent where a person opens the conversation, who is there', async () => {
    const { account, conversation } = await givenAskedBot();

    await toggle(account, conversation, 'open');

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not sent where the bot hands over in opening hours', async () => {
    const { account, bot, conversation } = await givenAskedBot();
    at('2026-11-23T12:00:00Z');

    await toggle(account, conversation, 'open', {}, bot.token);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });
});

describe('an inbox', () => {
  const day = { day_of_week: 1, closed_all_day: false, open_all_day: false };
  const hours = { open_hour: 9, open_minutes: 30, close_hour: 17, close_minutes: 0 };
  const none = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
  const nineToFive = { ...day, ...hours };

  it.each([
    ['2026-11-23T09:29:59Z', 'UTC', nineToFive, true],
    ['2026-11-23T09:30:00Z', 'UTC', nineToFive, false],
    ['2026-11-23T17:00:00Z', 'UTC', nineToFive, false],
    ['2026-11-23T17:01:00Z', 'UTC', nineToFive, true],
    ['2026-11-24T12:00:00Z', 'UTC', nineToFive, true],
    ['2026-11-23T12:00:00Z', 'UTC', { ...day, ...none, closed_all_day: true }, true],
    ['2026-11-23T00:00:00Z', 'UTC', { ...day, ...none, open_all_day: true }, false],
    ['2026-11-23T23:59:59Z', 'UTC', { ...day, ...none, open_all_day: true }, false],
    // Monday has begun there, or not yet.
    ['2026-11-22T22:00:00Z', 'Pacific/Auckland', nineToFive, false],
    ['2026-11-23T02:00:00Z', 'America/New_York', nineToFive, true],
    ['2026-11-23T05:15:00Z', 'Asia/Kathmandu', nineToFive, false],
    // Nine thirty in Berlin is 07:30 UTC in summer and 08:30 in winter; the clocks change on Sundays.
    ['2026-10-19T07:30:00Z', 'Europe/Berlin', nineToFive, false],
    ['2026-10-26T07:30:00Z', 'Europe/Berlin', nineToFive, true],
    ['2026-10-26T08:30:00Z', 'Europe/Berlin', nineToFive, false],
    ['2026-03-30T07:30:00Z', 'Europe/Berlin', nineToFive, false],
    ['2026-03-23T07:30:00Z', 'Europe/Berlin', nineToFive, true],
  ])('at %s in %s with %o: out of office is %s', (time, timezone, monday, expected) => {
    const inbox = { workingHoursEnabled: true, workingHours: [monday], timezone };

    expect(isOutOfOffice(inbox, new Date(time))).toBe(expected);
  });

  it.each([
    ['2026-11-23T20:59:59Z', true],
    ['2026-11-23T21:00:00Z', false],
    ['2026-11-23T23:59:59Z', false],
    ['2026-11-24T00:00:00Z', false],
    ['2026-11-24T02:00:59Z', false],
    ['2026-11-24T02:01:00Z', true],
    ['2026-11-23T01:00:00Z', true],
  ])('that is open past midnight: at %s, out of office is %s', (time, expected) => {
    const monday = { ...day, open_hour: 21, open_minutes: 0, close_hour: 2, close_minutes: 0 };
    const inbox = { workingHoursEnabled: true, workingHours: [monday], timezone: 'UTC' };

    expect(isOutOfOffice(inbox, new Date(time))).toBe(expected);
  });

  it('is never out of office without working hours', () => {
    const inbox = { workingHoursEnabled: false, workingHours: [nineToFive], timezone: 'UTC' };

    expect(isOutOfOffice(inbox, new Date(`${SUNDAY}T12:00:00Z`))).toBe(false);
  });
});
