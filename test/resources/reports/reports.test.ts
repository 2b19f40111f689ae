import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sumUp } from '../../../src/conversations/reporting/sum-up.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';

/** A Monday. */
const START = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;

let test: TestApp;
let account: TestAccount;
let agent: { id: number; name: string; token: string };
let inbox: { id: number };
let contact: { id: number };
let clock = START;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(clock), jobs: false });
});
afterAll(() => test.stop());
beforeEach(async () => {
  clock = START;
  account = await givenAccount(test);
  agent = await givenAgent(test, account);
  inbox = await givenInbox(account);
  contact = await givenContact(account);
});

const pass = (seconds: number) => {
  clock += seconds * 1000;
};
const seconds = (time: number) => String(time / 1000);

async function report(path: string, query: Record<string, string> = {}, token?: string) {
  const range = { since: seconds(START), until: seconds(START + 24 * HOUR * 1000) };
  return test.request(
    'GET',
    `${account.path.replace('v1', 'v2')}${path}?${new URLSearchParams({ ...range, ...query })}`,
    {
      token: token ?? account.administrator.token,
    },
  );
}

async function converse(more: object = {}): Promise<number> {
  const { body } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    ...more,
  });
  return body.id;
}
const say = (conversation: number, content = 'Hello', token?: string) =>
  account.call(
    'POST',
    `/conversations/${conversation}/messages`,
    { content, message_type: token ? 'outgoing' : 'incoming' },
    token ? { token } : {},
  );
const move = (conversation: number, status: string, token?: string) =>
  account.call('POST', `/conversations/${conversation}/toggle_status`, { status }, token ? { token } : {});

/** A conversation that is answered after 10 minutes and again after 5, and resolved after an hour. */
async function givenAnswered(more: object = {}): Promise<number> {
  const conversation = await converse(more);
  await say(conversation);
  pass(10 * MINUTE);
  await say(conversation, 'Hi', agent.token);
  pass(10 * MINUTE);
  await say(conversation);
  pass(5 * MINUTE);
  await say(conversation, 'Yes', agent.token);
  pass(35 * MINUTE);
  await move(conversation, 'resolved', agent.token);
  return conversation;
}

describe('GET /reports/summary', () => {
  it.each(['before', 'after'])('counts what happened, %s it has been summed up', async (when) => {
    await givenAnswered();
    if (when === 'after') await sumUp(test.app.tx());

    const { body } = await report('/reports/summary', { type: 'account' });

    const nothing = {
      conversations_count: 0,
      incoming_messages_count: 0,
      outgoing_messages_count: 0,
      avg_first_response_time: 0,
      avg_resolution_time: 0,
      resolutions_count: 0,
      reply_time: 0,
    };
    expect(body).toEqual({
      conversations_count: 1,
      incoming_messages_count: 2,
      outgoing_messages_count: 2,
      avg_first_response_time: 10 * MINUTE,
      avg_resolution_time: HOUR,
      resolutions_count: 1,
      reply_time: 5 * MINUTE,
      previous: nothing,
    });
    const before = await report('/reports/summary', {
      type: 'account',
      since: seconds(START + 24 * HOUR * 1000),
      until: seconds(START + 48 * HOUR * 1000),
    });
    expect(before.body).toEqual({ ...nothing, previous: expect.objectContaining({ resolutions_count: 1 }) });
  });

  it('counts in the hours in which the inbox was open, with business_hours', async () => {
    const week = [{ day_of_week: 1, open_hour: 9, open_minutes: 5, close_hour: 9, close_minutes: 45 }];
    await account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours_enabled: true, working_hours: week });
    await givenAnswered();

    const { body } = await report('/reports/summary', { type: 'inbox', id: String(inbox.id), business_hours: 'true' });

    expect(body).toMatchObject({
      avg_first_response_time: 5 * MINUTE,
      avg_resolution_time: 40 * MINUTE,
      reply_time: 5 * MINUTE,
    });
  });

  it('counts hours past midnight once, also where they reach into those of the next day', async () => {
    // The conversation begins on a Monday at nine, at which Sunday's hours have not ended.
    const week = [
      { day_of_week: 0, open_hour: 21, open_minutes: 0, close_hour: 9, close_minutes: 20 },
      { day_of_week: 1, open_hour: 9, open_minutes: 10, close_hour: 9, close_minutes: 45 },
    ];
    await account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours_enabled: true, working_hours: week });
    await givenAnswered();

    const { body } = await report('/reports/summary', { type: 'inbox', id: String(inbox.id), business_hours: 'true' });

    expect(body).toMatchObject({ avg_first_response_time: 10 * MINUTE, avg_resolution_time: 45 * MINUTE });
  });

  it('says what is missing, and what is not there', async () => {
    const none = await report('/reports/summary');
    const noId = await report('/reports/summary', { type: 'inbox' });
    const unknown = await report('/reports/summary', { type: 'team', id: '999999' });

    expect([none.status, none.body.message]).toEqual([
      422,
      'type is missing: one of account, inbox, agent, label, team',
    ]);
    expect([noId.status, noId.body.message]).toEqual([422, 'id is missing: the id of the inbox']);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Team not found']);
  });
});

describe('the figures of a conversation', () => {
  const countOf = async (type: string, id: number) =>
    (await report('/reports/summary', { type, id: String(id) })).body.incoming_messages_count;

  it.each(['before', 'after'])('follow it to another team and label, %s it has been summed up', async (when) => {
    const [one, other] = [await givenTeam(account), await givenTeam(account)];
    const vip = (await account.call('POST', '/labels', { title: 'vip' })).body;
    const conversation = await givenAnswered({ team_id: one.id });
    if (when === 'after') await sumUp(test.app.tx());
    expect([await countOf('team', one.id), await countOf('team', other.id), await countOf('label', vip.id)]).toEqual([
      2, 0, 0,
    ]);

    await account.call('POST', `/conversations/${conversation}/assignments`, { team_id: other.id });
    await account.call('POST', `/conversations/${conversation}/labels`, { labels: ['vip'] });

    const moved = [await countOf('team', one.id), await countOf('team', other.id), await countOf('label', vip.id)];
    await sumUp(test.app.tx());
    const summedUp = [await countOf('team', one.id), await countOf('team', other.id), await countOf('label', vip.id)];
    expect([moved, summedUp]).toEqual([
      [0, 2, 2],
      [0, 2, 2],
    ]);
  });

  it.each(['before', 'after'])('are gone with it, %s it has been summed up', async (when) => {
    const conversation = await givenAnswered();
    await givenAnswered();
    if (when === 'after') await sumUp(test.app.tx());

    await account.call('DELETE', `/conversations/${conversation}`);

    const gone = (await report('/reports/summary', { type: 'account' })).body;
    expect(gone).toMatchObject({ conversations_count: 1, incoming_messages_count: 2, resolutions_count: 1 });
  });
});

describe('GET /reports', () => {
  it('gives a value for each period, also where nothing happened', async () => {
    await givenAnswered();

    const { body } = await report('/reports', {
      type: 'agent',
      id: String(agent.id),
      metric: 'avg_first_response_time',
      until: seconds(START + 48 * HOUR * 1000),
      timezone: 'Asia/Kathmandu',
    });

    const day = (count: number) => Date.parse('2026-03-01T18:15:00Z') / 1000 + count * 24 * HOUR;
    expect(body).toEqual([
      { value: 600, timestamp: day(0), count: 1 },
      { value: 0, timestamp: day(1), count: 0 },
      { value: 0, timestamp: day(2), count: 0 },
    ]);
  });

  it('is a CSV file with .csv', async () => {
    await givenAnswered();

    const { headers, text } = await report('/reports.csv', { type: 'account', metric: 'outgoing_messages_count' });

    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.split('\n').slice(0, 2)).toEqual([
      '\uFEFFvalue,timestamp',
      `2,${Date.parse('2026-03-02T00:00:00Z') / 1000}`,
    ]);
  });

  it.each(['1.5', '-1.5'])('begins with 1970 where the clocks are %s hours ahead', async (offset) => {
    const query = { type: 'account', metric: 'conversations_count', since: '3', until: '20', timezone_offset: offset };

    const { status, body } = await report('/reports', query);

    expect([status, body.map(({ value }: { value: number }) => value)]).toEqual([200, [0]]);
  });

  it('gives every hour of a year, without keeping others waiting', async () => {
    const since = Date.parse('2025-03-02T00:00:00Z');
    const query = { since: seconds(since), until: seconds(since + 365 * 24 * HOUR * 1000), timezone_offset: '5.5' };

    const from = performance.now();
    const answers = [];
    for (let asked = 0; asked < 20; asked += 1) {
      answers.push(
        await report('/reports', { type: 'account', metric: 'conversations_count', group_by: 'hour', ...query }),
      );
    }

    const counts = answers.map(({ body }) => body.length);
    // By the zone, hours begin at half past: the year touches one more.
    expect(new Set(counts)).toEqual(new Set([365 * 24 + 1]));
    expect(performance.now() - from).toBeLessThan(6000);
  });

  it('gives the same in a CSV file', async () => {
    await givenAnswered();
    const query = {
      type: 'account',
      metric: 'incoming_messages_count',
      group_by: 'hour',
      since: seconds(START - 90 * 24 * HOUR * 1000),
    };

    const { body } = await report('/reports', query);
    const { text } = await report('/reports.csv', query);

    const lines = body.map(({ value, timestamp }: { value: number; timestamp: number }) => `${value},${timestamp}`);
    expect(lines).toHaveLength(91 * 24);
    expect(lines).toContain(`2,${START / 1000}`);
    expect(text).toBe(`\uFEFF${['value,timestamp', ...lines].join('\n')}\n`);
  });

  it('refuses a metric that there is not, and more periods than anybody reads', async () => {
    const unknown = await report('/reports', { type: 'account', metric: 'happiness' });
    const many = await report('/reports', {
      type: 'account',
      metric: 'conversations_count',
      group_by: 'hour',
      since: '1',
    });

    expect([unknown.status, unknown.body.attributes]).toEqual([422, ['metric']]);
    expect([many.status, many.body.message]).toEqual([422, 'group_by makes more than 10000 periods of this range']);
  });
});

describe('bots', () => {
  it('are counted with what they resolve and hand over', async () => {
    const bot = await givenBot(test, account, inbox.id);
    const [resolved, handedOver] = [await converse(), await converse()];
    await say(resolved, 'Bye', bot.token);
    await move(resolved, 'resolved', bot.token);
    await move(handedOver, 'open', bot.token);

    const summary = await report('/reports/bot_summary', { type: 'account' });
    const metrics = await report('/reports/bot_metrics');

    expect(summary.body).toMatchObject({ bot_resolutions_count: 1, bot_handoffs_count: 1 });
    expect(metrics.body).toEqual({ conversation_count: 2, message_count: 1, resolution_rate: 50, handoff_rate: 50 });
  });
});

describe('reports by group', () => {
  it('give each agent, team, inbox and label what is theirs', async () => {
    const team = await givenTeam(account);
    await account.call('POST', '/labels', { title: 'vip' });
    const conversation = await givenAnswered({ team_id: team.id });
    await account.call('POST', `/conversations/${conversation}/labels`, { labels: ['vip'] });
    const figures = { avg_resolution_time: HOUR, avg_first_response_time: 600, avg_reply_time: 300 };

    const [byTeam, byInbox, byLabel, byAgent] = [
      await report('/summary_reports/team'),
      await report('/summary_reports/inbox'),
      await report('/summary_reports/label'),
      await report('/reports/outgoing_messages_count', { group_by: 'agent' }),
    ];

    const counts = { conversations_count: 1, resolved_conversations_count: 1 };
    expect(byTeam.body).toEqual([{ id: team.id, ...counts, ...figures }]);
    expect(byInbox.body).toEqual([{ id: inbox.id, ...counts, ...figures }]);
    expect(byLabel.body).toEqual([{ id: expect.any(Number), name: 'vip', ...counts, ...figures }]);
    expect(byAgent.body).toContainEqual({ id: agent.id, name: agent.name, outgoing_messages_count: 2 });
  });

  it('count by inbox and label, by channel, and by how long the first response took', async () => {
    const { body: vip } = await account.call('POST', '/labels', { title: 'vip' });
    const conversation = await givenAnswered();
    await account.call('POST', `/conversations/${conversation}/labels`, { labels: ['vip'] });

    const matrix = await report('/reports/inbox_label_matrix');
    const channels = await report('/summary_reports/channel');
    const waits = await report('/reports/first_response_time_distribution');
    const tooLong = await report('/summary_reports/channel', { since: '1' });

    expect(matrix.body).toEqual({
      inboxes: [{ id: inbox.id, name: 'Support' }],
      labels: [{ id: vip.id, title: 'vip' }],
      matrix: [[1]],
    });
    expect(channels.body).toEqual({ 'Channel::Api': { open: 0, resolved: 1, pending: 0, snoozed: 0, total: 1 } });
    expect(waits.body).toEqual({ 'Channel::Api': { '0-1h': 1, '1-4h': 0, '4-8h': 0, '8-24h': 0, '24h+': 0 } });
    expect([tooLong.status, tooLong.body.error]).toEqual([422, 'Date range cannot exceed 6 months']);
  });
});

describe('live reports', () => {
  it('count conversations as they are now', async () => {
    const team = await givenTeam(account);
    await converse({ team_id: team.id, assignee_id: agent.id });
    await converse();
    const open = { open: 2, unattended: 2, unassigned: 1, pending: 0 };

    expect((await report('/reports/conversations', { type: 'account' })).body).toEqual(open);
    expect((await report('/live_reports/conversation_metrics')).body).toEqual(open);
    expect((await report('/live_reports/conversation_metrics', { team_id: String(team.id) })).body).toEqual({
      open: 1,
      unattended: 1,
      unassigned: 0,
      pending: 0,
    });
    expect((await report('/live_reports/grouped_conversation_metrics', { group_by: 'team_id' })).body).toContainEqual({
      team_id: team.id,
      open: 1,
      unattended: 1,
      unassigned: 0,
    });
    expect((await report('/live_reports/grouped_conversation_metrics', { group_by: 'x' })).body.error).toBe(
      'invalid group_by',
    );
    const { body: agents } = await report('/reports/conversations', { type: 'agent' });
    expect(agents[0]).toMatchObject({ id: agent.id, metric: { open: 1, unattended: 1 } });
    expect((await report('/reports/conversations')).status).toBe(422);
  });
});

describe('the tables', () => {
  it.each(['agents', 'inboxes', 'labels', 'teams', 'conversations_summary', 'conversation_traffic'])(
    'GET /reports/%s is a CSV file',
    async (name) => {
      await givenAnswered();

      const plain = await report(`/reports/${name}`);
      const named = await report(`/reports/${name}.csv`);

      expect(plain.status).toBe(200);
      expect(plain.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`);
      expect(plain.text).toBe(named.text);
      expect(plain.text).toMatch(/^\uFEFF[A-Z][\w ]+(,[\w -]+)+\n/);
    },
  );

  it('have a line for each agent', async () => {
    await givenAnswered({ assignee_id: agent.id });

    const { text } = await report('/reports/agents');

    expect(text).toContain(`${agent.name},1,600,3600,300,1\n`);
  });
});

describe('GET /reporting_events', () => {
  it('lists what reports count, newest first', async () => {
    const conversation = await givenAnswered();

    const { body } = await account.call('GET', '/reporting_events');
    const ofOne = await account.call('GET', `/conversations/${conversation}/reporting_events`);
    const named = await account.call('GET', '/reporting_events?name=reply_time');

    expect(body.meta).toEqual({ count: 3, current_page: 1, total_pages: 1 });
    expect(body.payload.map((event: { name: string }) => event.name)).toEqual([
      'conversation_resolved',
      'reply_time',
      'first_response',
    ]);
    expect(ofOne.body).toEqual(body.payload);
    expect(named.body.payload).toEqual([body.payload[1]]);
    expect(body.payload[1]).toMatchObject({
      value: 300,
      user_id: agent.id,
      conversation_id: conversation,
      inbox_id: inbox.id,
    });
  });

  it('is for administrators', async () => {
    const { status } = await account.call('GET', '/reporting_events', undefined, { token: agent.token });

    expect([status, (await report('/reports/bot_metrics', {}, agent.token)).status]).toEqual([403, 403]);
  });
});
