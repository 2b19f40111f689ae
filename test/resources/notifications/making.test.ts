import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply, toggle } from '../../support/conversation-calls.ts';
import {
  givenAccount,
  givenAgent,
  givenAgentOnline,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
} from '../../support/factories.ts';
import { notedBy, notificationsOf, wants } from './notification-calls.ts';
import { toldDuring } from './told-during.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given(more: object = {}) {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account, 'Gus Agent');
  const hal = await givenAgent(test, account, 'Hal Agent');
  const conversation = await givenConversation(account, more);
  const assign = (who: { id: number } | null, token?: string) =>
    account.call(
      'POST',
      pathOf(conversation, '/assignments'),
      { assignee_id: who?.id ?? null },
      token ? { token } : {},
    );
  const follow = (...who: { id: number }[]) =>
    account.call('POST', pathOf(conversation, '/participants'), { user_ids: who.map(({ id }) => id) });
  return { account, gus, hal, conversation, assign, follow };
}
const link = ({ id }: { id: number }) => `[@Gus Agent](mention://user/${id}/Gus%20Agent)`;

describe('an assignment', () => {
  it('notifies the assignee of the conversation and of who assigned it', async () => {
    const { account, gus, conversation, assign } = await given();

    await assign(gus);

    const [notification, ...others] = await notificationsOf(account, gus);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      notification_type: 'conversation_assignment',
      push_message_title: `Conversation #${conversation.id} was assigned to you`,
      push_message_body: '',
      primary_actor_type: 'Conversation',
      primary_actor_id: conversation.id,
      primary_actor: { id: conversation.id, meta: { assignee: { id: gus.id } } },
      secondary_actor: { id: account.administrator.id, type: 'user' },
      user: { id: gus.id, type: 'user' },
      read_at: null,
      snoozed_until: null,
      meta: {},
    });
  });

  it('notifies no one who takes a conversation, and no one else', async () => {
    const { account, gus, hal, assign } = await given();

    await assign(gus, gus.token);
    await assign(null);

    expect([await notedBy(account), await notedBy(account, gus), await notedBy(account, hal)]).toEqual([[], [], []]);
  });

  it('notifies the assignee of a new conversation, and the one that auto assignment chose', async () => {
    const account = await givenAccount(test);
    const gus = await givenAgentOnline(test, account, 'Gus Agent');
    const given = await givenConversation(account, { assignee_id: gus.id });
    const inbox = await givenInbox(account);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_auto_assignment: true });
    const contact = await givenContact(account);
    const { body: chosen } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });

    expect(await notedBy(account, gus)).toEqual([
      ['conversation_assignment', chosen.id],
      ['conversation_assignment', given.id],
    ]);
  });

  it('notifies the member who gets it by their team', async () => {
    const { account, conversation } = await given();
    const online = await givenAgentOnline(test, account, 'Ona Agent');
    const team = await givenTeam(account, [online], { allow_auto_assign: true });

    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });

    expect(await notedBy(account, online)).toEqual([['conversation_assignment', conversation.id]]);
  });

  it('notifies no one of a pending or muted conversation', async () => {
    const { account, gus, hal, conversation, assign } = await given({ status: 'pending' });
    await assign(gus);
    await toggle(account, conversation, 'open');
    await account.call('POST', pathOf(conversation, '/mute'));
    await assign(hal);

    expect([await notedBy(account, gus), await notedBy(account, hal)]).toEqual([[], []]);
  });
});

describe('a message', () => {
  it('notifies the assignee and the participants, not its author, and takes the place of what they had', async () => {
    const { account, gus, hal, conversation, assign, follow } = await given();
    await assign(gus);
    await follow(hal, account.administrator);
    const [before] = await notificationsOf(account, gus);

    const { body: asked } = await ask(account, conversation);

    const [after, ...others] = await notificationsOf(account, gus);
    expect([after.id, others]).toEqual([before.id, []]);
    expect(after).toMatchObject({
      notification_type: 'assigned_conversation_new_message',
      push_message_body: 'Carla Contact: Is anybody there?',
      secondary_actor: { id: asked.id, content: 'Is anybody there?' },
      primary_actor: { messages: [{ id: asked.id }], unread_count: 1 },
    });
    const participating = [['participating_conversation_new_message', conversation.id]];
    expect([await notedBy(account, hal), await notedBy(account)]).toEqual([participating, participating]);

    await account.call('POST', '/notifications/destroy_all', {}, { token: hal.token });
    await reply(account, conversation, {}, hal.token);
    expect(await notedBy(account, hal)).toEqual([]);
    expect((await notificationsOf(account, gus))[0]).toMatchObject({ push_message_body: 'Hal Agent: Let me look.' });
  });

  it('in the name of a bot notifies others than the user who wrote it', async () => {
    const { account, gus, hal, conversation, follow } = await given();
    const bot = await givenBot(test, account);
    await follow(gus, hal);

    await reply(account, conversation, { sender_type: 'AgentBot', sender_id: bot.id }, gus.token);

    expect(await notedBy(account, gus)).toEqual([]);
    expect(await notificationsOf(account, hal)).toMatchObject([{ push_message_body: 'Bo Bot: Let me look.' }]);
  });

  it('makes one that was read or snoozed unread again', async () => {
    const { account, gus, conversation, assign } = await given();
    await assign(gus);
    const [{ id }] = await notificationsOf(account, gus);
    const token = { token: gus.token };
    await account.call('PATCH', `/notifications/${id}`, undefined, token);
    await account.call('POST', `/notifications/${id}/snooze`, { snoozed_until: '2100-01-01T00:00:00Z' }, token);

    await ask(account, conversation);

    expect(await notificationsOf(account, gus)).toMatchObject([{ id, read_at: null, snoozed_until: null }]);
  });

  it('of the system, such as a greeting or an activity, notifies no one', async () => {
    const account = await givenAccount(test);
    const gus = await givenAgent(test, account);
    const inbox = await givenInbox(account);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { greeting_enabled: true, greeting_message: 'Hello!' });
    const contact = await givenContact(account);
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await account.call('POST', pathOf(body, '/participants'), { user_ids: [gus.id] });

    await toggle(account, body, 'resolved');
    expect(await notedBy(account, gus)).toEqual([]);
    await ask(account, body);
    expect(await notificationsOf(account, gus)).toMatchObject([
      { push_message_body: 'Carla Contact: Is anybody there?' },
    ]);
  });

  it('notifies no one who does not see the conversation, and of a muted one or a blocked contact no one at all', async () => {
    const { account, gus, conversation, assign, follow } = await given();
    const outsider = await givenAgent(test, account, 'Otto Outside', { inboxes: [] });
    await assign(outsider);
    await follow(gus);
    await account.call('POST', pathOf(conversation, '/mute'));
    await ask(account, conversation);
    await account.call('POST', pathOf(conversation, '/unmute'));
    await account.call('PATCH', `/contacts/${conversation.meta.sender.id}`, { blocked: true });
    await ask(account, conversation);

    expect([await notedBy(account, gus), await notedBy(account, outsider)]).toEqual([[], []]);
  });

  it('notifies no one who has left the account', async () => {
    const { account, gus, hal, conversation, follow } = await given();
    await follow(gus, hal);
    await ask(account, conversation);
    await account.call('DELETE', `/agents/${gus.id}`);

    await ask(account, conversation);

    const rows = await test
      .rows()
      .selectFrom('notifications')
      .select('user_id')
      .where('account_id', '=', account.id)
      .execute();
    expect(rows).toEqual([{ user_id: hal.id }]);
  });

  it('tells all at once, and nothing where no one is notified', async () => {
    const { account, gus, hal, conversation, follow } = await given();
    expect(await toldDuring(test, account, () => ask(account, conversation))).toEqual([]);
    await follow(hal, gus);

    const events = await toldDuring(test, account, () => ask(account, conversation));

    const [ofGus] = await notificationsOf(account, gus);
    const [ofHal] = await notificationsOf(account, hal);
    expect(events).toEqual([
      [
        'created',
        [
          [gus.id, ofGus.id],
          [hal.id, ofHal.id],
        ],
      ],
    ]);
  });
});

describe('a mention', () => {
  it('notifies those who are mentioned as such, also of a blocked contact, and not its author', async () => {
    const { account, gus, hal, conversation, assign, follow } = await given();
    await assign(gus);
    await follow(hal);
    await account.call('PATCH', `/contacts/${conversation.meta.sender.id}`, { blocked: true });

    const content = `${link(gus)} and ${link(account.administrator)}: look!`;
    const events = await toldDuring(test, account, () => reply(account, conversation, { content, private: true }));

    expect(await notificationsOf(account, gus)).toMatchObject([
      {
        notification_type: 'conversation_mention',
        push_message_title: `You were mentioned in conversation #${conversation.id}`,
        push_message_body: 'Ada Admin: @Gus Agent and @Gus Agent: look!',
      },
    ]);
    expect([await notedBy(account), await notedBy(account, hal)]).toEqual([[], []]);
    const [[, mentioned], [what, made]] = events as [[string, number[]], [string, unknown[]]];
    expect(mentioned.toSorted()).toEqual([gus.id, account.administrator.id].toSorted());
    expect([what, made]).toEqual(['created', [[gus.id, expect.any(Number)]]]);
  });

  it('is no longer a notification when the note is deleted', async () => {
    const { account, gus, conversation } = await given();
    const { body } = await reply(account, conversation, { content: link(gus), private: true });
    const [{ id }] = await notificationsOf(account, gus);

    const events = await toldDuring(test, account, () =>
      account.call('DELETE', pathOf(conversation, `/messages/${body.id}`)),
    );

    expect(await notedBy(account, gus)).toEqual([]);
    expect(events).toEqual([['deleted', [[gus.id, id]]]]);
  });
});

describe('a new conversation', () => {
  it('notifies the members of its inbox who want it, by mail or push message, and not its maker', async () => {
    const { account, gus, hal } = await given();
    const ina = await givenAgent(test, account, 'Ina Agent');
    await wants(account, gus, { mails: ['conversation_creation'] });
    await wants(account, hal, { pushes: ['conversation_creation'] });
    await wants(account, ina, { pushes: ['conversation_mention'] });
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);

    const { body } = await account.call(
      'POST',
      '/conversations',
      { inbox_id: inbox.id, contact_id: contact.id },
      { token: hal.token },
    );

    expect(await notificationsOf(account, gus)).toMatchObject([
      {
        notification_type: 'conversation_creation',
        push_message_title: `New conversation #${body.id} in Support`,
        secondary_actor: null,
      },
    ]);
    expect([await notedBy(account, hal), await notedBy(account, ina), await notedBy(account)]).toEqual([[], [], []]);
  });

  it("notifies of a bot's only when the bot hands it over", async () => {
    const account = await givenAccount(test);
    const gus = await givenAgent(test, account);
    await wants(account, gus, { mails: ['conversation_creation'] });
    const inbox = await givenInbox(account);
    const bot = await givenBot(test, account, inbox.id);
    const contact = await givenContact(account);
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    expect([body.status, await notedBy(account, gus)]).toEqual(['pending', []]);

    await toggle(account, body, 'open', {}, bot.token);

    expect(await notedBy(account, gus)).toEqual([['conversation_creation', body.id]]);
  });
});
