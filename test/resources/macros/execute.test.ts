import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { retryJobs } from '../../../src/jobs/queue/retry-jobs.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { activitiesOf, ask, inAnHour, messagesOf, pathOf, reply, shown } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';
import { givenBlob } from '../../support/files/uploads.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { newPath, receivedAt } from '../../support/webhooks.ts';
import { ended } from '../bulk_actions/ended.ts';

let test: TestApp;
let mails: MailServer;
let receiver: Receiver;
beforeAll(async () => {
  [mails, receiver] = [await givenMailServer(), await givenReceiver()];
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'mail.smtp_url': mails.url,
    'mail.from': 'support@example.com',
    'rate_limit.transcripts_per_hour': '1',
    'rate_limit.team_mails_per_hour': '1',
  });
});
afterAll(async () => {
  await test.stop();
  await mails.stop();
  await receiver.stop();
});

type Given = [name: string, ...params: unknown[]];

/** Writes a macro with these actions, executes it, and returns the bulk action as it is then. */
async function execute(account: TestAccount, actions: Given[], ids: number[], token?: string) {
  const body = {
    name: 'Test',
    visibility: 'global',
    actions: actions.map(([name, ...params]) => ({ action_name: name, action_params: params })),
  };
  const macro = await account.call('POST', '/macros', body);
  if (macro.status !== 201) throw new Error(macro.text);
  const path = `/macros/${macro.body.payload.id}/execute`;
  const {
    status,
    body: bulk,
    text,
  } = await account.call('POST', path, { conversation_ids: ids }, token ? { token } : {});
  if (status !== 200) throw new Error(text);
  return ended(account, bulk, token);
}

async function given() {
  const account = await givenAccount(test);
  const agent = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  const run = async (...actions: Given[]) => {
    const bulk = await execute(account, actions, [conversation.id], agent.token);
    return { bulk, now: await shown(account, conversation) };
  };
  return { account, agent, conversation, run };
}

describe('POST /macros/{id}/execute', () => {
  it('does all actions in the name of the caller', async () => {
    const { account, agent, conversation, run } = await given();
    const team = await givenTeam(account, [agent]);

    const { bulk, now } = await run(
      ['assign_team', team.id],
      ['assign_agent', 'self'],
      ['add_label', 'vip', 'new'],
      ['change_priority', 'urgent'],
      ['mute_conversation'],
      ['send_message', 'Hello!'],
      ['add_private_note', 'Said hello.'],
      ['resolve_conversation'],
    );

    expect(bulk).toMatchObject({ status: 'done', total_count: 1, done_count: 1, failed_count: 0, errors: [] });
    expect(now).toMatchObject({
      status: 'resolved',
      priority: 'urgent',
      muted: true,
      labels: ['vip', 'new'],
      assignee: { id: agent.id },
      meta: { team: { id: team.id } },
    });
    const written = (await messagesOf(account, conversation)).filter(({ sender }: { sender: unknown }) => sender);
    expect(written).toMatchObject([
      { content: 'Hello!', private: false, message_type: 1, sender: { id: agent.id, type: 'User' } },
      { content: 'Said hello.', private: true, sender: { id: agent.id } },
    ]);
    expect(await activitiesOf(account, conversation)).toContain('Conversation was resolved by Gus Agent');
  });

  it.each([
    [['remove_assigned_agent'], { assignee: null }],
    [['assign_agent', 'nil'], { assignee: null }],
    [['assign_agent', 'last_responding_agent'], { assignee: { name: 'Ada Admin' } }],
    [['remove_assigned_team'], { meta: { team: null } }],
    [['assign_team', null], { meta: { team: null } }],
    [['remove_label', 'old', 'other'], { labels: ['kept'] }],
    [['change_priority', 'nil'], { priority: null }],
    [['change_status', 'pending'], { status: 'pending' }],
    [['pending_conversation'], { status: 'pending' }],
    [['open_conversation'], { status: 'open' }],
    [['snooze_conversation'], { status: 'snoozed', snoozed_until: null }],
    [['change_status', 'snoozed'], { status: 'snoozed', snoozed_until: null }],
  ] as [Given, object][])('%j', async (action, expected) => {
    const { account, conversation, run } = await given();
    const other = await givenAgent(test, account, 'Ina');
    const team = await givenTeam(account, [other]);
    await reply(account, conversation);
    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: other.id });
    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['old', 'kept'] });
    await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high' });

    const { bulk, now } = await run(action);

    expect(bulk.errors).toEqual([]);
    expect(now).toMatchObject(expected);
  });

  it('snoozes until a time', async () => {
    const { run } = await given();
    const until = inAnHour();

    expect((await run(['snooze_conversation', until])).now).toMatchObject({ status: 'snoozed', snoozed_until: until });
  });

  it('sends files, each time as copies of their own', async () => {
    const { account, agent, conversation } = await given();
    const other = await givenConversation(account);
    const ids = [await givenBlob(test, account, conversation), await givenBlob(test, account, conversation)];

    const bulk = await execute(account, [['send_attachment', ...ids]], [conversation.id, other.id], agent.token);

    expect(bulk.errors).toEqual([]);
    const urls = [];
    for (const one of [conversation, other]) {
      const [message] = await messagesOf(account, one);
      expect(message).toMatchObject({ content: null, sender: { id: agent.id } });
      urls.push(...message.attachments.map(({ data_url: url }: { data_url: string }) => url));
    }
    expect(new Set(urls).size).toBe(4);
    await account.call('DELETE', pathOf(conversation));
    expect((await test.request('GET', new URL(urls[3]).pathname)).text).toBe('hello');
  });

  it('mails transcripts within the limit of the account', async () => {
    const { conversation, run } = await given();

    const { bulk } = await run(
      ['send_email_transcript', 'One@example.com'],
      ['send_email_transcript', 'two@example.com'],
    );

    expect(bulk.errors).toMatchObject([
      { id: conversation.id, action: 'send_email_transcript', error: 'Too many requests' },
    ]);
    await mails.mailsTo('one@example.com');
  });

  it('mails a text to the members of teams', async () => {
    const { account, agent, conversation, run } = await given();
    const team = await givenTeam(account, [agent]);

    const { bulk } = await run(['send_email_to_team', { team_ids: [team.id], message: 'Please look & answer.' }]);

    expect(bulk.errors).toEqual([]);
    const [mail] = await mails.mailsTo(agent.email);
    expect(mail!.email.subject).toBe(`Conversation #${conversation.id} with Carla Contact in Support`);
    expect(mail!.email.text).toContain('Please look & answer.');
  });

  it('mails teams within the limit of the account', async () => {
    const { account, agent, conversation, run } = await given();
    const team = await givenTeam(account, [agent]);
    const mail = ['send_email_to_team', { team_ids: [team.id], message: 'Look.' }] satisfies Given;

    const { bulk } = await run(mail, mail);

    expect(bulk.errors).toMatchObject([
      {
        id: conversation.id,
        action: 'send_email_to_team',
        error: 'Too many requests',
        message: expect.stringContaining('the limit is 1 mails to teams an hour'),
      },
    ]);
  });

  it('posts the conversation to an address, without a signature', async () => {
    const { account, conversation, run } = await given();
    const path = newPath('macro');

    await run(['send_webhook_event', `${receiver.url}${path}`]);

    const [request] = await eventually(
      async () => receivedAt(receiver, path),
      (all) => all.length > 0,
    );
    expect(request!.body).toMatchObject({
      event: 'macro.executed',
      id: conversation.id,
      account: { id: account.id },
      conversation: { display_id: conversation.id },
    });
    expect(Object.keys(request!.headers).filter((name) => /signature|delivery/.test(name))).toEqual([]);
  });

  it('posts it again with the same id, and another time with another', async () => {
    const { account, run } = await given();
    const path = newPath('repeated');
    receiver.reply = ({ path: asked }) => ({ status: receivedAt(receiver, asked).length === 1 ? 503 : 200 });
    const arrived = (count: number) =>
      eventually(
        async () => receivedAt(receiver, path),
        ({ length }) => length === count,
      );

    await run(['send_webhook_event', `${receiver.url}${path}`]);
    await arrived(1);
    const jobs = test.rows().selectFrom('jobs').where('account_id', '=', account.id).where('kind', '=', 'post_event');
    const [failed] = await eventually(
      () => jobs.where('last_error', 'is not', null).select('id').execute(),
      ({ length }) => length === 1,
    );
    await retryJobs(test.app.tx(), [failed!.id], new Date());
    await arrived(2);
    await run(['send_webhook_event', `${receiver.url}${path}`]);

    const ids = (await arrived(3)).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([expect.stringMatching(/^evt_[\w-]{36}$/), ids[0], expect.stringMatching(/^evt_[\w-]{36}$/)]);
    expect(ids[2]).not.toBe(ids[0]);
    receiver.reply = () => ({});
  });

  it('refuses an address of a private network', async () => {
    const { run } = await given();

    const { bulk } = await run(['send_webhook_event', 'https://10.0.0.1/']);

    expect(bulk).toMatchObject({ failed_count: 1, errors: [{ error: 'Validation failed' }] });
  });

  it('goes on after an action that fails', async () => {
    const { conversation, run } = await given();

    const { bulk, now } = await run(['assign_team', 999_999_999], ['resolve_conversation']);

    expect(bulk).toMatchObject({ done_count: 1, failed_count: 1 });
    expect(bulk.errors).toEqual([
      { id: conversation.id, action: 'assign_team', error: 'Team not found', message: null },
    ]);
    expect(now.status).toBe('resolved');
  });

  it('leaves alone what the caller does not see', async () => {
    const { account, conversation } = await given();
    const outsider = await givenAgent(test, account, 'Ina', { inboxes: [] });

    const bulk = await execute(
      account,
      [['resolve_conversation'], ['mute_conversation']],
      [conversation.id, 999],
      outsider.token,
    );

    expect(bulk.errors).toMatchObject([
      { id: conversation.id, error: 'Access denied' },
      { id: 999, error: 'Conversation not found' },
    ]);
    expect(await shown(account, conversation)).toMatchObject({ status: 'open', muted: false });
  });

  it('opens a snooze without an end when the contact writes', async () => {
    const { account, conversation, run } = await given();
    await run(['snooze_conversation']);

    await ask(account, conversation);

    expect((await shown(account, conversation)).status).toBe('open');
  });

  it.each([
    [{}],
    [{ conversation_ids: [] }],
    [{ conversation_ids: ['x'] }],
    [{ conversation_ids: Array(1001).fill(1) }],
  ])('refuses %.60j', async (body) => {
    const account = await givenAccount(test);
    const macro = await account.call('POST', '/macros', {
      name: 'x',
      actions: [{ action_name: 'resolve_conversation' }],
    });

    const answer = await account.call('POST', `/macros/${macro.body.payload.id}/execute`, body);

    expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
  });
});
