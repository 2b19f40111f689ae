import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { ask, pathOf, reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';
import { notificationsOf, wants } from '../resources/notifications/notification-calls.ts';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  const settings = { 'mail.smtp_url': server.url, 'server.public_url': 'https://chat.acme.example' };
  test = await givenApp(settings);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

async function given() {
  const account = await givenAccount(test, 'Acme & Sons');
  const gus = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  const assign = () => account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: gus.id });
  return { account, gus, conversation, assign };
}

/** How many mails about notifications of the account wait. @throws Error unless each waits for two minutes */
async function waiting(account: TestAccount): Promise<number> {
  const jobs = await test
    .rows()
    .selectFrom('jobs')
    .select(['due_at as dueAt', 'created_at as createdAt'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'notification_mail')
    .where('status', '=', 'pending')
    .execute();
  for (const { dueAt, createdAt } of jobs) expect(dueAt.getTime() - createdAt.getTime()).toBe(2 * MINUTE);
  return jobs.length;
}

/** What waits for two minutes is due two minutes earlier, and sent. */
async function twoMinutesLater(account: TestAccount): Promise<void> {
  const mails = (status: 'pending' | 'done') =>
    test
      .rows()
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'notification_mail')
      .where('status', '=', status)
      .execute();
  const sent = await mails('done');
  const due = await mails('pending');
  await test
    .rows()
    .updateTable('jobs')
    .set({ due_at: new Date() })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  await eventually(
    () => mails('done'),
    ({ length }) => length === sent.length + due.length,
  );
}

describe('the mail about a notification', () => {
  it('comes two minutes later, with a link to the conversation', async () => {
    const { account, gus, conversation, assign } = await given();
    await ask(account, conversation, { content: 'Is <b>5</b> in stock?' });
    await assign();
    expect(await waiting(account)).toBe(1);

    await twoMinutesLater(account);

    const [mail] = await server.mailsTo(gus.email);
    const url = `https://chat.acme.example/app/accounts/${account.id}/conversations/${conversation.id}`;
    expect(mail?.email.subject).toBe(`Conversation #${conversation.id} was assigned to you (Acme & Sons)`);
    expect(mail?.email.text).toContain(`Carla Contact: Is <b>5</b> in stock?\n\n${url}\n`);
    expect(mail?.email.html).toContain('Carla Contact: Is &lt;b&gt;5&lt;/b&gt; in stock?');
    expect(mail?.email.html).toContain(`<a href="${url}">`);
  });

  it('is one for several in the same conversation, about the last', async () => {
    const { account, gus, conversation, assign } = await given();
    await wants(account, gus, { mails: ['conversation_assignment', 'assigned_conversation_new_message'] });
    await assign();
    await ask(account, conversation, { content: 'Hello?' });
    await ask(account, conversation, { content: 'Still there?' });
    expect(await waiting(account)).toBe(1);

    await twoMinutesLater(account);

    const mails = await server.mailsTo(gus.email);
    expect(mails.map(({ email }) => email.text)).toEqual([expect.stringContaining('Carla Contact: Still there?')]);
    await ask(account, conversation);
    expect(await waiting(account)).toBe(1);
  });

  it.each<[string, (of: Awaited<ReturnType<typeof given>>) => Promise<unknown>]>([
    ['has read it', async ({ account, gus }) => account.call('POST', '/notifications/read_all', {}, gus)],
    [
      'has snoozed it',
      async ({ account, gus }) => {
        const [{ id }] = await notificationsOf(account, gus);
        return account.call('POST', `/notifications/${id}/snooze`, { snoozed_until: '2100-01-01T00:00:00Z' }, gus);
      },
    ],
    ['wants none any more', ({ account, gus }) => wants(account, gus, {})],
    ['has left the account', ({ account, gus }) => account.call('DELETE', `/agents/${gus.id}`)],
    [
      'no longer sees the conversation',
      async ({ account, gus, conversation }) =>
        account.call('DELETE', '/inbox_members', { inbox_id: conversation.inbox_id, user_ids: [gus.id] }),
    ],
    [
      'hears that the conversation is gone',
      ({ account, conversation }) => account.call('DELETE', pathOf(conversation)),
    ],
  ])('is not sent to a member who %s', async (_, act) => {
    const it = await given();
    await it.assign();
    await act(it);

    await twoMinutesLater(it.account);

    expect(server.arrived.filter(({ to }) => to.includes(it.gus.email))).toEqual([]);
  });

  it('is not sent to a person who has not accepted the invitation', async () => {
    const account = await givenAccount(test);
    const email = `ida-${account.id}@example.com`;
    const { body: ida } = await account.call('POST', '/agents', { name: 'Ida', email, role: 'administrator' });
    await server.mailsTo(email);
    const conversation = await givenConversation(account);

    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: ida.id });
    await twoMinutesLater(account);

    expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('is about a mention for those who want only that', async () => {
    const { account, gus, conversation, assign } = await given();
    await wants(account, gus, { mails: ['conversation_mention'] });
    await assign();
    await ask(account, conversation);
    expect(await waiting(account)).toBe(0);

    await reply(account, conversation, { content: `[@Gus](mention://user/${gus.id}/Gus) look`, private: true });
    await twoMinutesLater(account);

    const [mail] = await server.mailsTo(gus.email);
    expect(mail?.email.subject).toBe(`You were mentioned in conversation #${conversation.id} (Acme & Sons)`);
    expect(mail?.email.text).toContain('Ada Admin: @Gus look');
  });
});
