import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { activitiesOf, ask, inAnHour, messagesOf, pathOf, reply, shown } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { givenBlob } from '../../support/files/uploads.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { errorsOf, type GivenAction, givenRule, settled } from './given-rule.ts';

let test: TestApp;
let mails: MailServer;
beforeAll(async () => {
  mails = await givenMailServer();
  test = await givenApp({
    'mail.smtp_url': mails.url,
    'mail.from': 'support@example.com',
    'rate_limit.transcripts_per_hour': '1',
    'rate_limit.team_mails_per_hour': '1',
  });
});
afterAll(async () => {
  await test.stop();
  await mails.stop();
});

/** Has a rule do the actions when the contact writes; gives the conversation after that, and what the rule could not do. */
async function after(account: TestAccount, conversation: { id: number }, ...actions: GivenAction[]) {
  const rule = await givenRule(account, 'message_created', [], ...actions);
  await ask(account, conversation);
  await settled(test, account);
  return { rule, now: await shown(account, conversation), errors: await errorsOf(account, rule) };
}

const pathIn = (url: string) => new URL(url).pathname;

describe('an action of a rule', () => {
  it.each([
    [['remove_assigned_agent'], { assignee: null }],
    [['assign_agent', 'nil'], { assignee: null }],
    [['assign_agent', 'last_responding_agent'], { assignee: { name: 'Ada Admin' } }],
    [['remove_assigned_team'], { meta: { team: null } }],
    [['assign_team', null], { meta: { team: null } }],
    [['remove_label', 'old', 'other'], { labels: ['kept'] }],
    [['change_priority', 'nil'], { priority: null }],
    [['change_status', 'pending'], { status: 'pending' }],
    [['change_status', 'resolved'], { status: 'resolved' }],
    [['pending_conversation'], { status: 'pending' }],
    [['resolve_conversation'], { status: 'resolved' }],
    [['open_conversation'], { status: 'open' }],
    [['snooze_conversation'], { status: 'snoozed', snoozed_until: null }],
  ] as [GivenAction, object][])('%j', async (action, expected) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const other = await givenAgent(test, account, 'Ina');
    const team = await givenTeam(account, [other]);
    await reply(account, conversation);
    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: other.id });
    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['old', 'kept'] });
    await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high' });

    const { now, errors } = await after(account, conversation, action);

    expect(errors).toEqual([]);
    expect(now).toMatchObject(expected);
  });

  it('snoozes until a time', async () => {
    const account = await givenAccount(test);
    const until = inAnHour();

    const { now } = await after(account, await givenConversation(account), ['snooze_conversation', until]);

    expect(now).toMatchObject({ status: 'snoozed', snoozed_until: until });
  });

  it('sends files that the rule keeps until it is deleted, each time as copies of their own', async () => {
    const account = await givenAccount(test);
    const [one, other] = [await givenConversation(account), await givenConversation(account)];
    const signedId = await givenBlob(test, account, one);
    const rule = await givenRule(account, 'message_created', [], ['send_attachment', signedId]);
    const { payload: before } = (await account.call('GET', `/automation_rules/${rule.id}`)).body;
    const [file] = before.files;

    for (const conversation of [one, other]) await ask(account, conversation);
    await settled(test, account);

    expect(file).toMatchObject({ automation_rule_id: rule.id, filename: 'notes.txt', file_type: 'text/plain' });
    expect(rule.actions).toEqual([{ action_name: 'send_attachment', action_params: [file.blob_id] }]);
    expect((await test.request('GET', pathIn(file.file_url))).text).toBe('hello');
    const urls = [];
    for (const conversation of [one, other]) {
      const message = (await messagesOf(account, conversation)).at(-1);
      expect(message).toMatchObject({ content: null, content_attributes: { automation_rule_id: rule.id } });
      urls.push(...message.attachments.map(({ data_url: url }: { data_url: string }) => url));
    }
    expect(new Set(urls).size).toBe(2);
    await account.call('DELETE', `/automation_rules/${rule.id}`);
    await eventually(
      async () => (await test.request('GET', pathIn(file.file_url))).status,
      (status) => status === 404,
    );
    expect((await test.request('GET', pathIn(urls[1]))).text).toBe('hello');
  });

  it('keeps the files that it has when it is changed, and no others', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const ids = [await givenBlob(test, account, conversation), await givenBlob(test, account, conversation)];
    const rule = await givenRule(account, 'message_created', [], ['send_attachment', ...ids]);
    const [kept, left] = rule.files;
    const sending = (id: number | string) => ({
      actions: [{ action_name: 'send_attachment', action_params: [id] }],
    });

    const path = `/automation_rules/${rule.id}`;
    const { body } = await account.call('PATCH', path, sending(kept.blob_id));
    const again = await account.call('PATCH', path, sending(left.blob_id));
    const copy = await account.call('POST', `${path}/clone`);
    const other = await account.call('POST', '/automation_rules', {
      name: 'Other',
      event_name: 'message_created',
      ...sending(kept.blob_id),
    });

    expect(body.payload.files).toEqual([kept]);
    expect([again.status, copy.status, other.status]).toEqual([422, 422, 422]);
  });

  it('mails transcripts within the limit of the account', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    const { errors } = await after(
      account,
      conversation,
      ['send_email_transcript', 'rule@example.com'],
      ['send_email_transcript', 'two@example.com'],
    );

    expect(errors).toMatchObject([
      { conversation_id: conversation.id, action: 'send_email_transcript', error: 'Too many requests' },
    ]);
    await mails.mailsTo('rule@example.com');
  });

  it('mails a text to the members of teams within the limit of the account', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const team = await givenTeam(account, [agent]);
    const mail: GivenAction = ['send_email_to_team', { team_ids: [team.id], message: 'Please look & answer.' }];

    const { errors } = await after(account, await givenConversation(account), mail, mail);

    expect(errors).toMatchObject([{ action: 'send_email_to_team', error: 'Too many requests' }]);
    const [sent] = await mails.mailsTo(agent.email);
    expect(sent!.email.text).toContain('Please look & answer.');
  });

  it('leaves out agents who have left, and teams that were deleted', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const [gone, left] = [await givenTeam(account, []), await givenTeam(account, [agent])];
    const conversation = await givenConversation(account);
    const rule = await givenRule(
      account,
      'message_created',
      [],
      ['assign_agent', agent.id],
      ['send_email_to_team', { team_ids: [gone.id, left.id], message: 'Look.' }],
      ['resolve_conversation'],
    );
    await account.call('DELETE', `/agents/${agent.id}`);
    await account.call('DELETE', `/teams/${gone.id}`);

    await ask(account, conversation);
    await settled(test, account);

    expect(await shown(account, conversation)).toMatchObject({ assignee: null, status: 'resolved' });
    expect(await errorsOf(account, rule)).toMatchObject([
      { action: 'assign_agent', message: expect.stringContaining(`${agent.id}`) },
      { action: 'send_email_to_team', message: expect.stringContaining(`${gone.id}`) },
    ]);
  });

  it('is said to be by the system, and is no reply of a person', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const team = await givenTeam(account, []);
    const { administrator } = account;

    const { now } = await after(
      account,
      conversation,
      ['assign_team', team.id],
      ['assign_agent', administrator.id],
      ['add_private_note', 'Noted.'],
      ['send_message', 'Hello!'],
      ['change_priority', 'urgent'],
      ['snooze_conversation'],
    );

    const activities = await activitiesOf(account, conversation);
    expect(activities.length).toBeGreaterThan(3);
    for (const text of activities) expect(text).toContain('Automation System');
    expect(now).toMatchObject({ first_reply_created_at: 0 });
    expect(now.waiting_since).toBeTruthy();
  });

  it('sends nothing where the conversation takes no messages any more', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const conversation = await givenConversation(account, { inbox_id: inbox.id });
    await givenRule(account, 'message_created', [], ['send_message', 'Hello!']);

    await ask(account, conversation);
    await account.call('DELETE', `/inboxes/${inbox.id}`);
    await settled(test, account);

    const dead = test.rows().selectFrom('jobs').select('last_error').where('account_id', '=', account.id);
    expect(await dead.where('kind', '=', 'run_rules').where('last_error', 'is not', null).execute()).toEqual([]);
  });
});

describe('a suspended account', () => {
  it('has no rule run', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await givenRule(account, 'message_created', [], ['change_priority', 'high']);
    const suspended = { status: 'suspended' as const };
    await test.rows().updateTable('accounts').set(suspended).where('id', '=', account.id).execute();
    const payload = {
      event: 'message_created',
      conversation_id: await keyOf(account),
      message_id: null,
      changed: {},
      rule_id: 0,
      step: 0,
    };
    const now = new Date();
    const job = { kind: 'run_rules', account_id: account.id, payload: JSON.stringify(payload) as never };
    await test
      .rows()
      .insertInto('jobs')
      .values({ ...job, due_at: now, created_at: now })
      .execute();

    await settled(test, account);

    await test.rows().updateTable('accounts').set({ status: 'active' }).where('id', '=', account.id).execute();
    expect((await shown(account, conversation)).priority).toBeNull();
  });
});

/** The row key of the only conversation of the account. */
async function keyOf(account: TestAccount): Promise<number> {
  const conversations = test.rows().selectFrom('conversations').select('id').where('account_id', '=', account.id);
  return (await conversations.executeTakeFirstOrThrow()).id;
}
