import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';
import { givenBlob } from '../../support/files/uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const STATUS = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null };
const RULE = {
  name: 'Resolve',
  event_name: 'conversation_created',
  conditions: [STATUS],
  actions: [{ action_name: 'resolve_conversation', action_params: [] }],
};

const changed = (key: string, to: string) => ({
  attribute_key: key,
  filter_operator: 'attribute_changed',
  values: { from: [], to: [to] },
});

const post = (account: TestAccount, more: object = {}) =>
  account.call('POST', '/automation_rules', { ...RULE, ...more });

describe('automation rules', () => {
  it('are created, shown, listed, changed, copied and deleted', async () => {
    const account = await givenAccount(test);

    const { status, body: rule } = await post(account);

    expect([status, rule]).toEqual([
      201,
      {
        id: expect.any(Number),
        account_id: account.id,
        description: null,
        created_on: expect.any(Number),
        active: true,
        errors: [],
        ...RULE,
      },
    ]);
    const path = `/automation_rules/${rule.id}`;
    expect((await account.call('GET', path)).body.payload).toEqual(rule);
    expect((await account.call('PATCH', path, { active: false })).body.payload).toEqual({ ...rule, active: false });
    const { body: copy } = await account.call('POST', `${path}/clone`);
    expect(copy.payload).toMatchObject({ ...RULE, active: false });
    expect((await account.call('GET', '/automation_rules')).body.payload).toHaveLength(2);
    await account.call('DELETE', path);
    expect((await account.call('GET', path)).status).toBe(404);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ event_name: 'contact_created' }, 'event_name'],
    [{ actions: [] }, 'actions'],
    [{ actions: [{ action_name: 'constructor' }] }, 'actions'],
    [{ actions: [{ action_name: 'assign_agent', action_params: ['self'] }] }, 'actions'],
    [{ actions: [{ action_name: 'assign_agent', action_params: [999_999] }] }, 'actions'],
    [{ actions: [{ action_name: 'assign_team', action_params: [999_999] }] }, 'actions'],
    [{ actions: [{ action_name: 'add_label', action_params: ['unknown'] }] }, 'actions'],
    [
      { actions: [{ action_name: 'send_email_to_team', action_params: [{ team_ids: [999_999], message: 'x' }] }] },
      'actions',
    ],
    [{ actions: [{ action_name: 'send_webhook_event', action_params: ['https://10.0.0.1/'] }] }, 'actions'],
    [{ actions: [{ action_name: 'send_attachment', action_params: [999_999] }] }, 'actions'],
    [{ conditions: [{ attribute_key: 'name', filter_operator: 'equal_to', values: ['x'] }] }, 'conditions'],
    [{ conditions: [{ attribute_key: 'content', filter_operator: 'contains', values: ['x'] }] }, 'conditions'],
    [{ conditions: [{ attribute_key: 'status', filter_operator: 'attribute_changed', values: {} }] }, 'conditions'],
    [{ conditions: [STATUS, STATUS] }, 'conditions'],
  ])('refuses %j', async (more, field) => {
    const { status, body } = await post(await givenAccount(test), more);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.attributes).toContain(field);
  });

  it('names what is not supported', async () => {
    const account = await givenAccount(test);

    const action = await post(account, { actions: [{ action_name: 'sing' }] });
    const condition = await post(account, { conditions: [{ attribute_key: 'mood', filter_operator: 'equal_to' }] });

    expect(action.body.message).toContain('Automation actions sing not supported.');
    expect(condition.body.message).toContain('Automation conditions mood not supported.');
  });

  it('are the business of administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const { body: rule } = await post(account);

    const statuses = [];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', RULE],
      ['GET', `/${rule.id}`, undefined],
      ['PATCH', `/${rule.id}`, { active: false }],
      ['POST', `/${rule.id}/clone`, undefined],
      ['DELETE', `/${rule.id}`, undefined],
    ] as const) {
      statuses.push((await account.call(method, `/automation_rules${path}`, body, { token: agent.token })).status);
    }

    expect(statuses).toEqual(Array(6).fill(403));
  });

  it('name only what their account has', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const agent = await givenAgent(test, other);
    const team = await givenTeam(other, [agent]);
    await other.call('POST', '/labels', { title: 'theirs' });
    const blob = await givenBlob(test, other, await givenConversation(other));
    const names: [name: string, param: unknown][] = [
      ['assign_agent', agent.id],
      ['assign_team', team.id],
      ['add_label', 'theirs'],
      ['send_email_to_team', { team_ids: [team.id], message: 'x' }],
      ['send_attachment', blob],
    ];

    const statuses = [];
    for (const [action_name, param] of names) {
      const actions = [{ action_name, action_params: [param] }];
      statuses.push((await post(account, { actions })).status, (await post(other, { actions })).status);
    }

    expect(statuses).toEqual(Array(names.length).fill([422, 201]).flat());
    const { body: rule } = await post(other);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await account.call(method, `/automation_rules/${rule.id}`, {})).status).toBe(404);
    }
  });

  it.each([
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ description: 'x'.repeat(20_001) }, 'description'],
    [{ actions: Array(51).fill(RULE.actions[0]) }, 'actions'],
    [{ conditions: Array(101).fill({ ...STATUS, query_operator: 'AND' }) }, 'conditions'],
    [{ actions: [{ action_name: 'send_message', action_params: ['x'.repeat(150_001)] }] }, 'actions'],
    [{ conditions: [{ ...STATUS, filter_operator: 'attribute_changed', values: 'x' }] }, 'conditions'],
    [{ event_name: 'conversation_updated', conditions: [changed('referer', 'x')] }, 'conditions'],
  ])('refuse %.80j', async (more, field) => {
    const { status, body } = await post(await givenAccount(test), more);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.attributes).toContain(field);
  });

  it.each([
    [{ conditions: [{ ...STATUS, query_operator: 'XOR' }, STATUS] }, 'Query operator must be either "AND" or "OR".'],
    [{ conditions: [{ ...STATUS, filter_operator: 'contains' }] }, 'Invalid operator.'],
    [{ conditions: [{ ...STATUS, values: ['lost'] }] }, 'Invalid value.'],
    [{ event_name: 'conversation_updated', conditions: [changed('status', 'lost')] }, 'Invalid value.'],
  ])('refuse %.80j as filters do', async (more, error) => {
    const { status, body } = await post(await givenAccount(test), more);

    expect([status, body.error]).toEqual([422, expect.stringContaining(error)]);
  });

  it('are listed in pages where that is asked for', async () => {
    const account = await givenAccount(test);
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await post(account, { name })).body.id);

    const page = await account.call('GET', '/automation_rules?per_page=2&page=2');
    const all = await account.call('GET', '/automation_rules');

    expect(all.body.payload.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(page.body.payload.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2));
  });

  it('are at most 200', async () => {
    const account = await givenAccount(test);
    const { body: rule } = await post(account, { active: false });
    for (let number = 1; number < 200; number += 1) await account.call('POST', `/automation_rules/${rule.id}/clone`);

    const { status, body } = await post(account);

    expect([status, body.message]).toEqual([422, 'an account has at most 200 rules']);
  });

  it.each([
    ['add_label', 'self'],
    ['send_message', 'self'],
  ])('take every text of %s', async (action_name, text) => {
    const account = await givenAccount(test);
    await account.call('POST', '/labels', { title: text });

    const { status } = await post(account, { actions: [{ action_name, action_params: [text] }] });

    expect(status).toBe(201);
  });

  it('are checked against the event that they have after a change', async () => {
    const account = await givenAccount(test);
    const content = { attribute_key: 'content', filter_operator: 'contains', values: ['x'] };
    const { body: rule } = await post(account, { event_name: 'message_created', conditions: [content] });

    const { status } = await account.call('PATCH', `/automation_rules/${rule.id}`, {
      event_name: 'conversation_opened',
    });

    expect(status).toBe(422);
    expect((await account.call('GET', `/automation_rules/${rule.id}`)).body.payload).toEqual(rule);
  });

  it('are in the audit log', async () => {
    const account = await givenAccount(test);
    const { body: rule } = await post(account);
    const path = `/automation_rules/${rule.id}`;
    await account.call('PATCH', path, { name: 'Calm' });
    await account.call('DELETE', path);

    const { body } = await account.call('GET', '/audit_logs');

    const entries = body.audit_logs.filter(
      ({ auditable_type: type }: { auditable_type: string }) => type === 'AutomationRule',
    );
    expect(entries.map(({ action }: { action: string }) => action).toSorted()).toEqual(['create', 'destroy', 'update']);
  });
});
