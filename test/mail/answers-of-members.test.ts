import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../support/app.ts';
import { ask, messagesOf, pathOf, reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { handOver, INBOUND } from '../support/mail/hand-over.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    ...INBOUND,
    'mail.smtp_url': server.url,
    'mail.inbound_domain': 'in.acme.example',
    'server.public_url': 'https://chat.acme.example',
  });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** The mail by which an agent hears of their conversation, once what waits for it is due. */
async function givenNotified() {
  const account = await givenAccount(test, 'Acme & Sons');
  const gus = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  await ask(account, conversation, { content: 'Is it in stock?' });
  await reply(account, conversation, { content: 'I will look' });
  await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: gus.id });
  await test
    .rows()
    .updateTable('jobs')
    .set({ due_at: new Date() })
    .where('account_id', '=', account.id)
    .where('kind', '=', 'notification_mail')
    .execute();
  const [mail] = await server.mailsTo(gus.email);
  return { account, gus, conversation, mail: mail!, to: mail!.email.replyTo?.[0]?.address ?? '' };
}

/** A mail to this address with the notification quoted below the text, as mail programs do. */
function answerOf(
  text: string,
  { from, to, quoted, more = '' }: { from: string; to: string; quoted: string; more?: string },
) {
  const below = quoted
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
  const lines = [text, '', 'On Mon, 23 Nov 2026 at 09:00, Acme <parley@acme.example> wrote:', '', ...below];
  const head = `From: Gus <${from}>\r\nTo: ${to}\r\nSubject: Re: Conversation\r\nMessage-ID: <${randomUUID()}@example.com>`;
  return `${head}\r\n${more}\r\n${lines.join('\r\n')}\r\n`;
}

const newestOf = async (account: TestAccount, conversation: { id: number }, content: string) =>
  (
    await eventually(
      () => messagesOf(account, conversation),
      (messages) => messages.some((message: { content: string }) => message.content === content),
    )
  ).at(-1);

describe('the mail about a notification', () => {
  it("quotes the contact, says why it comes, and has an address for the member's answers", async () => {
    const { mail, to } = await givenNotified();
    const other = await givenNotified();

    expect(mail.email.text).toContain('Carla Contact: Is it in stock?');
    expect(mail.email.text).not.toContain('I will look');
    expect(mail.email.text).toContain('because the conversation is assigned to you');
    expect(to).toMatch(/^reply\+m[\w.]+@in\.acme\.example$/);
    expect(to.split('@')[0]!.length).toBeLessThanOrEqual(64);
    expect(other.to).not.toBe(to);
    expect(mail.email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });
});

describe('the answer of a member by mail', () => {
  it('is their message, without what it quotes, and once', async () => {
    const { account, gus, conversation, mail, to } = await givenNotified();
    const answer = answerOf('Yes, it is.\r\n\r\nGus', { from: gus.email, to, quoted: mail.email.text ?? '' });
    const statuses = [await handOver(test, answer), await handOver(test, answer)];
    const message = await newestOf(account, conversation, 'Yes, it is.\n\nGus');
    const messages = await messagesOf(account, conversation);

    expect(statuses).toEqual([204, 204]);
    expect(message).toMatchObject({ message_type: 1, private: false, sender: { id: gus.id, type: 'User' } });
    expect(messages.filter(({ content }: { content: string }) => content.startsWith('Yes'))).toHaveLength(1);
  });

  it('is a private note where its first line begins with "note:", and has files', async () => {
    const { account, gus, conversation, to } = await givenNotified();
    const head = `From: ${gus.email}\r\nTo: ${to}\r\nSubject: Re\r\nMessage-ID: <${randomUUID()}@example.com>\r\n`;
    const parts = [
      'Content-Type: text/plain\r\n\r\nNote: ask Jane first',
      'Content-Type: text/csv; name=stock.csv\r\nContent-Disposition: attachment; filename=stock.csv\r\n\r\na,b',
    ];
    const body = parts.map((part) => `--b\r\n${part}\r\n`).join('');
    await handOver(
      test,
      `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${body}--b--\r\n`,
    );
    const message = await newestOf(account, conversation, 'ask Jane first');

    expect(message).toMatchObject({ private: true, sender: { id: gus.id } });
    expect(message.attachments).toHaveLength(1);
  });

  it('is refused with words from another address, and by nobody where the address is not right', async () => {
    const { account, gus, conversation, mail, to } = await givenNotified();
    const before = await messagesOf(account, conversation);
    const given = { to, quoted: mail.email.text ?? '' };
    await handOver(test, answerOf('Buy my watches', { ...given, from: 'somebody@example.com' }));
    const [, refused] = await server.mailsTo(gus.email, 2);
    const wrong = to.replace(/(.)@/, (_, last: string) => `${last === 'a' ? 'b' : 'a'}@`);
    const status = await handOver(test, answerOf('Hello', { ...given, to: wrong, from: gus.email }));

    expect(refused?.email.subject).toBe('Your answer by mail was not taken');
    expect(refused?.email.text).toContain('it came from another address than yours');
    expect(refused?.email.replyTo).toBeUndefined();
    expect(status).toBe(404);
    expect(await messagesOf(account, conversation)).toEqual(before);
  });

  it('is left out without a word where a program has written it, or the member sees the conversation no longer', async () => {
    const { account, gus, conversation, mail, to } = await givenNotified();
    const given = { from: gus.email, to, quoted: mail.email.text ?? '' };
    await handOver(test, answerOf('I am away', { ...given, more: 'Auto-Submitted: auto-replied\r\n' }));
    await account.call('DELETE', '/inbox_members', { inbox_id: conversation.inbox_id, user_ids: [gus.id] });
    await handOver(test, answerOf('I am no member', given));
    const [, refused] = await server.mailsTo(gus.email, 2);
    const contents = (await messagesOf(account, conversation)).map(({ content }: { content: string }) => content);

    expect(refused?.email.text).toContain('you do not see the conversation any more');
    expect(contents.filter((content: string) => content.startsWith('I am'))).toEqual([]);
  });

  it('is no reaction, which is no text for the contact', async () => {
    const { account, gus, conversation, mail, to } = await givenNotified();
    const given = { from: gus.email, to, quoted: mail.email.text ?? '' };
    const answer = answerOf('unused', { ...given, more: 'In-Reply-To: <mail@acme.example>\r\n' });
    const head = answer
      .slice(0, answer.indexOf('\r\n\r\n'))
      .replaceAll(/^(Content-[^\r]*|MIME-Version[^\r]*)\r\n/gim, '');
    const parts = [
      'Content-Type: text/plain; charset=utf-8\r\n\r\nGus reacted via Gmail',
      'Content-Type: text/vnd.google.email-reaction+json\r\n\r\n{"version":1,"emoji":"+"}',
    ];
    const body = `--b1\r\n${parts.join('\r\n--b1\r\n')}\r\n--b1--\r\n`;
    await handOver(
      test,
      `${head}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b1\r\n\r\n${body}`,
    );
    await handOver(test, answerOf('On its way', given));
    const contents = await eventually(
      async () => (await messagesOf(account, conversation)).map(({ content }: { content: string }) => content),
      (all: string[]) => all.includes('On its way'),
    );

    expect(contents).not.toContain('Gus reacted via Gmail');
  });
});
