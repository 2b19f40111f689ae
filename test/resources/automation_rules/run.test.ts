import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { switchOffUnreadable } from '../../../src/resources/automation_rules/switch-off-unreadable.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { activitiesOf, ask, messagesOf, pathOf, shown } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam } from '../../support/factories.ts';
import { errorsOf, givenRule, settled } from './given-rule.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { newPath, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'rate_limit.messages_per_minute': '0' });
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

describe('an automation rule', () => {
  it('does all actions in the name of the system', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const team = await givenTeam(account, [agent]);
    await account.call('POST', '/labels', { title: 'vip' });
    const path = newPath('rule');
    const rule = await givenRule(
      account,
      'conversation_created',
      [],
      ['assign_team', team.id],
      ['assign_agent', agent.id],
      ['add_label', 'vip'],
      ['change_priority', 'urgent'],
      ['mute_conversation'],
      ['send_message', 'Hello!'],
      ['add_private_note', 'Said hello.'],
      ['send_webhook_event', `${receiver.url}${path}`],
      ['resolve_conversation'],
    );

    const conversation = await givenConversation(account);
    await settled(test, account);

    expect(await errorsOf(account, rule)).toEqual([]);
    expect(await shown(account, conversation)).toMatchObject({
      status: 'resolved',
      priority: 'urgent',
      muted: true,
      labels: ['vip'],
      assignee: { id: agent.id },
      meta: { team: { id: team.id } },
    });
    const written = (await messagesOf(account, conversation)).filter(
      ({ message_type: type }: { message_type: number }) => type === 1,
    );
    expect(written).toMatchObject([
      { content: 'Hello!', private: false, content_attributes: { automation_rule_id: rule.id } },
      { content: 'Said hello.', private: true },
    ]);
    expect(await activitiesOf(account, conversation)).toContain('Conversation was resolved by Automation System');
    const [request] = await eventually(
      async () => receivedAt(receiver, path),
      (all) => all.length > 0,
    );
    expect(request!.body).toMatchObject({ event: 'automation_event.conversation_created', id: conversation.id });
  });

  it.each([
    ['conversation_opened', 'open'],
    ['conversation_resolved', 'resolved'],
    ['conversation_updated', 'pending'],
  ])('waits for %s', async (event, status) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    if (status === 'open') {
      await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'resolved' });
    }
    await givenRule(account, event, [], ['change_priority', 'low']);

    await account.call('POST', pathOf(conversation, '/toggle_status'), { status });
    await settled(test, account);

    expect((await shown(account, conversation)).priority).toBe('low');
  });

  it('looks at what has changed', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const changed = (to: string) => [
      { attribute_key: 'priority', filter_operator: 'attribute_changed', values: { from: [null], to: [to] } },
    ];
    await givenRule(account, 'conversation_updated', changed('high'), ['mute_conversation']);
    await givenRule(account, 'conversation_updated', changed('low'), ['resolve_conversation']);

    await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high' });
    await settled(test, account);

    expect(await shown(account, conversation)).toMatchObject({ muted: true, status: 'open' });
  });

  it('looks at the message and the contact', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const says = (values: string[], type: string) => [
      { attribute_key: 'content', filter_operator: 'contains', values },
      { attribute_key: 'message_type', filter_operator: 'equal_to', values: [type] },
      { attribute_key: 'private_note', filter_operator: 'equal_to', values: [false] },
    ];
    await givenRule(account, 'message_created', says(['REFUND'], 'incoming'), ['change_priority', 'urgent']);
    await givenRule(account, 'message_created', says(['refund'], 'outgoing'), ['resolve_conversation']);

    await ask(account, conversation, { content: 'I want a refund' });
    await settled(test, account);

    expect(await shown(account, conversation)).toMatchObject({ priority: 'urgent', status: 'open' });
  });

  it('says what it cannot do any more, and does the rest', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account, []);
    const { body: label } = await account.call('POST', '/labels', { title: 'old' });
    await account.call('POST', '/labels', { title: 'kept' });
    const rule = await givenRule(
      account,
      'conversation_created',
      [],
      ['assign_team', team.id],
      ['add_label', 'old', 'kept'],
      ['resolve_conversation'],
    );
    await account.call('DELETE', `/teams/${team.id}`);
    await account.call('DELETE', `/labels/${label.id}`);

    const conversation = await givenConversation(account);
    await settled(test, account);

    expect(await shown(account, conversation)).toMatchObject({ status: 'resolved', labels: ['kept'] });
    expect(await errorsOf(account, rule)).toMatchObject([
      { conversation_id: conversation.id, action: 'assign_team', message: expect.stringContaining(`${team.id}`) },
      { conversation_id: conversation.id, action: 'add_label', message: expect.stringContaining('old') },
    ]);
  });

  it('keeps nothing of what it could not do for a contact who is erased', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account, []);
    const rule = await givenRule(account, 'conversation_created', [], ['assign_team', team.id]);
    await account.call('DELETE', `/teams/${team.id}`);
    const [erased, other] = [await givenConversation(account), await givenConversation(account)];
    await settled(test, account);
    const before = await errorsOf(account, rule);

    const { id } = (await shown(account, erased)).meta.sender;
    const { body: erasure } = await account.call('POST', `/contacts/${id}/erase`);
    await eventually(
      () => account.call('GET', `/erasures/${erasure.id}`),
      ({ body }) => body.status === 'done',
    );

    const numbers = (errors: { conversation_id: number }[]) => errors.map(({ conversation_id: number }) => number);
    expect(numbers(before)).toEqual([erased.id, other.id]);
    expect(numbers(await errorsOf(account, rule))).toEqual([other.id]);
  });

  it('is switched off when the attribute of a condition is deleted', async () => {
    const account = await givenAccount(test);
    const definition = { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 'contact_attribute' };
    const { body: made } = await account.call('POST', '/custom_attribute_definitions', definition);
    const condition = { attribute_key: 'plan', filter_operator: 'is_not_present' };
    const rule = await givenRule(account, 'conversation_created', [condition], ['mute_conversation']);
    await account.call('DELETE', `/custom_attribute_definitions/${made.id}`);

    await givenConversation(account);
    await settled(test, account);

    const { body } = await account.call('GET', `/automation_rules/${rule.id}`);
    expect(body.payload).toMatchObject({ active: false, errors: [{ conversation_id: null, action: null }] });
  });

  it.each(['its conditions', 'the attribute'])(
    'stays on where %s came back before it is switched off',
    async (what) => {
      const account = await givenAccount(test);
      const definition = {
        attribute_display_name: 'Plan',
        attribute_key: 'plan',
        attribute_model: 'contact_attribute',
      };
      const { body: made } = await account.call('POST', '/custom_attribute_definitions', definition);
      const condition = { attribute_key: 'plan', filter_operator: 'is_not_present' };
      const { id } = await givenRule(account, 'conversation_created', [condition], ['mute_conversation']);
      await account.call('DELETE', `/custom_attribute_definitions/${made.id}`);

      if (what === 'the attribute') await account.call('POST', '/custom_attribute_definitions', definition);
      else await account.call('PATCH', `/automation_rules/${id}`, { conditions: [] });
      await switchOffUnreadable(test.app.tx(), account.id, id, new Date());

      const { body } = await account.call('GET', `/automation_rules/${id}`);
      expect(body.payload).toMatchObject({ active: true, errors: [] });
    },
  );

  it('triggers no rule by what it does', async () => {
    const account = await givenAccount(test);
    await givenRule(account, 'conversation_updated', [], ['send_message', 'one']);
    await givenRule(account, 'message_created', [], ['change_priority', 'high']);
    const conversation = await givenConversation(account);

    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['new'] });
    await settled(test, account);

    const written = await messagesOf(account, conversation);
    expect(written.filter(({ content }: { content: string }) => content === 'one')).toHaveLength(1);
    expect((await shown(account, conversation)).priority).toBeNull();
  });

  it('does nothing for other accounts, and nothing when it is off', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    await givenRule(account, 'conversation_created', [], ['resolve_conversation']);
    const off = await givenRule(other, 'conversation_created', [], ['resolve_conversation']);
    await other.call('PATCH', `/automation_rules/${off.id}`, { active: false });

    const conversation = await givenConversation(other);

    const jobs = test.rows().selectFrom('jobs').select('id').where('kind', '=', 'run_rules');
    expect(await jobs.where('account_id', '=', other.id).execute()).toEqual([]);
    expect((await shown(other, conversation)).status).toBe('open');
  });
});
