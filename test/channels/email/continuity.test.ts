import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { INBOUND } from '../../support/mail/hand-over.ts';
import { followingJobs, givenLeft, type Left, nothingLeft, passTime } from '../../support/mail/followed.ts';
import { noteContactSeen } from '../../support/note-contact-seen.ts';
import { givenWebsite } from '../../support/public/website.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    ...INBOUND,
    'mail.smtp_url': server.url,
    'mail.from': 'Acme <hello@acme.example>',
    'mail.inbound_domain': 'in.acme.example',
  });
});
beforeEach(async () => {
  Object.assign(server, { refusal: null, losesAnswers: false });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

const textsTo = (email: string) =>
  server.arrived.filter(({ to }) => to.includes(email)).map(({ email: { text } }) => text?.trim());
const seen = ({ website, visitor }: Left) =>
  website.call('POST', '/conversations/update_last_seen', undefined, visitor);

/** What the mails to the contact say, once all that is due has been sent. */
async function mailed({ email }: Left) {
  await passTime(test, account);
  await nothingLeft(test, account);
  return textsTo(email);
}

describe('a visitor who has left', () => {
  it('is mailed what they have not seen, once and in one mail', async () => {
    const left = await givenLeft(test, account);
    const { body: first } = await reply(account, left.conversation, { content: 'On its *way*' });
    await reply(account, left.conversation, { content: 'Only for us', private: true });
    await account.call('POST', pathOf(left.conversation, '/assignments'), { assignee_id: null });
    const { body: last } = await reply(account, left.conversation, { content: 'It is there tomorrow' });
    await passTime(test, account);
    const [mail] = await server.mailsTo(left.email);
    await nothingLeft(test, account);
    const { body: conversation } = await account.call('GET', pathOf(left.conversation));

    const id = `conversation/${conversation.uuid}/messages/${last.id}@in.acme.example`;
    const root = `<account/${account.id}/conversation/${conversation.uuid}@in.acme.example>`;
    expect(mail!.from).toBe('hello@acme.example');
    expect(mail!.email).toMatchObject({
      from: { address: 'hello@acme.example', name: 'Ada Admin from Shop' },
      replyTo: [
        {
          address: expect.stringMatching(
            new RegExp(`^reply\\+${conversation.uuid}\\.[\\da-f]{20}@in\\.acme\\.example$`),
          ),
        },
      ],
      messageId: `<${id}>`,
      inReplyTo: root,
      subject: `[#${conversation.id}] New messages on this conversation`,
    });
    expect(mail!.email.text?.trim()).toBe(
      'On its way\n\nIt is there tomorrow\n\nBefore that:\n\n> Carla: Where is my parcel?',
    );
    expect(textsTo(left.email)).toHaveLength(1);
    const messages = (await messagesOf(account, left.conversation)) as { id: number; content_attributes: object }[];
    const accepted = { email_continuity: { status: 'accepted', at: expect.any(String) } };
    const noted = messages.filter(({ content_attributes: attributes }) => 'email_continuity' in attributes);
    expect(noted).toMatchObject([first.id, last.id].map((id) => ({ id, content_attributes: accepted })));
    const shown = await left.website.call('GET', '/messages', undefined, left.visitor);
    expect(shown.text).not.toContain('email_continuity');
  });

  it('is not mailed what they have seen, deleted, or answered meanwhile', async () => {
    const left = await givenLeft(test, account);
    await reply(account, left.conversation, { content: 'Seen' });
    await seen(left);
    const looked = await mailed(left);
    await reply(account, left.conversation, { content: 'Answered' });
    await left.website.call('POST', '/messages', { message: { content: 'Thanks' } }, left.visitor);
    const { body: wrong } = await reply(account, left.conversation, { content: 'Deleted' });
    await account.call('DELETE', pathOf(left.conversation, `/messages/${wrong.id}`));
    const answered = await mailed(left);
    await reply(account, left.conversation, { content: 'Unseen' });
    const [unseen] = await mailed(left);

    expect([looked, answered]).toEqual([[], []]);
    expect(unseen).toMatch(/^Unseen\n/);
  });

  it('is mailed later what is written after a mail', async () => {
    const left = await givenLeft(test, account);
    await reply(account, left.conversation, { content: 'one' });
    await mailed(left);
    await reply(account, left.conversation, { content: 'two' });
    const texts = await mailed(left);

    expect(texts.map((text) => text?.split('\n')[0])).toEqual(['one', 'two']);
  });

  it('is awaited while they are on the website', async () => {
    const left = await givenLeft(test, account);
    const { body } = await account.call('GET', pathOf(left.conversation));
    const contact = { id: body.meta.sender.id as number, accountId: account.id };
    await noteContactSeen(test.app.tx(), contact, new Date());
    await reply(account, left.conversation, { content: 'Are you there?' });
    await passTime(test, account);
    await eventually(
      () => followingJobs(test, account),
      ([job]) => job?.status === 'pending' && job.leased_by === null && job.due_at.getTime() > 0,
    );
    const before = textsTo(left.email);
    await test
      .rows()
      .updateTable('presences')
      .set({ online_until: new Date(0) })
      .where('contact_id', '=', contact.id)
      .execute();
    const after = await mailed(left);

    expect(before).toEqual([]);
    expect(after).toHaveLength(1);
  });

  it('is mailed nothing where the inbox does not say so, or without an address', async () => {
    const website = await givenWebsite(test, account, { continuity_via_email: false });
    const off = await givenLeft(test, account, website);
    await reply(account, off.conversation, { content: 'Hello' });
    const inbox = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await reply(account, body, { content: 'Hello' });
    const nameless = await givenLeft(test, account);
    await account.call('PATCH', `/contacts/${nameless.visitor.message.sender.id}`, { email: null });
    await reply(account, nameless.conversation, { content: 'Hello' });

    expect(await followingJobs(test, account)).toEqual([]);
  });

  it('may have written to an API inbox that says so', async () => {
    const inbox = await givenInbox(account, { type: 'api', continuity_via_email: true });
    const email = `carla-${account.id}@example.com`;
    const contact = await givenContact(account, { name: 'Carla', email });
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await reply(account, body, { content: 'Hello Carla', source_id: 'program-1' });
    await reply(account, body, { content: 'Are you there?' });
    await passTime(test, account);
    const [mail] = await server.mailsTo(email);

    expect(inbox.continuity_via_email).toBe(true);
    expect(mail!.email.text?.trim()).toBe('Hello Carla\n\nAre you there?');
  });
});
