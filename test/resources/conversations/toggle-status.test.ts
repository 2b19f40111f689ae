import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { activitiesOf, inAnHour, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const STATUSES = ['open', 'pending', 'resolved', 'snoozed'] as const;
const VERBS = { open: 'reopened', pending: 'marked as pending', resolved: 'resolved', snoozed: 'snoozed' };
const TRANSITIONS = STATUSES.flatMap((from) => STATUSES.filter((to) => to !== from).map((to) => [from, to] as const));

/** A conversation that has this status. */
async function given(status: (typeof STATUSES)[number]) {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  if (status !== 'open') await toggle(account, conversation, status, { snoozed_until: inAnHour() });
  return { account, conversation };
}

describe('POST /conversations/{id}/toggle_status', () => {
  it.each(TRANSITIONS)('moves from %s to %s', async (from, to) => {
    const { account, conversation } = await given(from);
    const before = await shown(account, conversation);
    const until = inAnHour();

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await toggle(account, conversation, to, { snoozed_until: until });
    });

    const snoozedUntil = to === 'snoozed' ? until : null;
    expect(answer).toMatchObject({
      status: 200,
      body: {
        payload: { success: true, conversation_id: conversation.id, current_status: to, snoozed_until: snoozedUntil },
        status: to,
        snoozed_until: snoozedUntil,
      },
    });
    const after = await shown(account, conversation);
    expect(after).toMatchObject({ status: to, snoozed_until: snoozedUntil, assignee: null });
    expect(after.waiting_since).toBe(to === 'resolved' ? 0 : before.waiting_since);
    expect((await activitiesOf(account, conversation)).at(-1)).toBe(`Conversation was ${VERBS[to]} by Ada Admin`);

    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect(events[0]!.payload).toMatchObject({
      status: to,
      previous_status: from,
      conversation: { id: conversation.id, status: to, previous_status: from },
    });
    expect(changesOf(events[1]!)).toMatchObject({ status: [from, to] });
    expect('snoozed_until' in changesOf(events[1]!)).toBe(from === 'snoozed' || to === 'snoozed');
    expect('waiting_since' in changesOf(events[1]!)).toBe(to === 'resolved');
  });

  it.each(STATUSES)('changes nothing when the conversation is %s already', async (status) => {
    const { account, conversation } = await given(status);
    const before = await shown(account, conversation);

    const events = await eventsDuring(test, account, () =>
      toggle(account, conversation, status, { snoozed_until: before.snoozed_until }),
    );

    expect(events).toEqual([]);
    expect(await shown(account, conversation)).toEqual(before);
  });

  it('does not find another conversation', async () => {
    const { account } = await given('open');

    const { status, body } = await toggle(account, { id: 2 }, 'resolved');

    expect([status, body.error]).toEqual([404, 'Conversation not found']);
  });

  it.each([undefined, null, '', 'closed', 'all', 1, ['open']])('refuses the status %p', async (value) => {
    const { account, conversation } = await given('open');

    const { status, body } = await toggle(account, conversation, value as string);

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['status']]);
  });
});

describe('snoozing', () => {
  it.each([
    ['ISO 8601', '2099-01-02T03:04:05.678Z', '2099-01-02T03:04:05.678Z'],
    ['ISO 8601 with a zone', '2099-01-02T03:04:05+02:00', '2099-01-02T01:04:05.000Z'],
    ['ISO 8601 in UTC without saying so', '2099-01-02T03:04:05', '2099-01-02T03:04:05.000Z'],
    ['a day', '2099-01-02', '2099-01-02T00:00:00.000Z'],
    ['Unix seconds', 4_070_905_445, '2098-12-31T23:04:05.000Z'],
    ['Unix seconds as text', '4070905445', '2098-12-31T23:04:05.000Z'],
  ])('takes its end as %s', async (_, given_, expected) => {
    const { account, conversation } = await given('open');

    const { status, body } = await toggle(account, conversation, 'snoozed', { snoozed_until: given_ });

    expect([status, body.snoozed_until]).toEqual([200, expected]);
    expect((await shown(account, conversation)).snoozed_until).toBe(expected);
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['tomorrow'],
    ['maybe in 2099'],
    ['2099-13-01T00:00:00Z'],
    ['2099-02-30T00:00:00Z'],
    [true],
    [{}],
    [[4_070_905_445]],
    [1e20],
    [4_070_905_445_000],
    ['253402300800'],
    ['2001-01-02T03:04:05Z'],
    [1_000_000_000],
    [0],
    [-5],
  ])('refuses its end as %p', async (value) => {
    const { account, conversation } = await given('open');

    const { status, body } = await toggle(account, conversation, 'snoozed', { snoozed_until: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['snoozed_until']]);
    expect((await shown(account, conversation)).status).toBe('open');
  });

  it('can be prolonged, which is an update without another status', async () => {
    const { account, conversation } = await given('snoozed');
    const { snoozed_until: before } = await shown(account, conversation);

    const events = await eventsDuring(test, account, () =>
      toggle(account, conversation, 'snoozed', { snoozed_until: '2099-01-01T00:00:00Z' }),
    );

    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ snoozed_until: [before, '2099-01-01T00:00:00.000Z'] });
  });
});
