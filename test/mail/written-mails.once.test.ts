import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { messagesOf } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../support/factories.ts';
import { handOver, INBOUND } from '../support/mail/hand-over.ts';
import { MAILS } from './corpus/written/mails.ts';

const MINUTE = 60_000;

let test: TestApp;
let account: TestAccount;
/** The conversations by the addresses of their senders. */
let conversations: Map<string, { id: number }>;

beforeAll(async () => {
  test = await givenApp(INBOUND);
  account = await givenAccount(test);
  await givenInbox(account, { type: 'email', email: 'support@acme.example' }, 'Support');
  const mails = MAILS.map(({ mail }, index) => withSender(mail, addressOf(index)));
  while (mails.length > 0) await Promise.all(mails.splice(0, 10).map((mail) => handOver(test, mail)));
  const found = await eventually(
    () => allConversations(),
    (all) => all.length >= MAILS.length,
    MINUTE,
  );
  conversations = new Map(found.map((one) => [one.meta.sender.email, one]));
}, MINUTE);
afterAll(() => test.stop());

const addressOf = (index: number) => `carla-${index}@example.com`;

/** The mail with the address in its head: each is from somebody else. */
const withSender = (mail: Buffer, address: string) =>
  Buffer.from(
    mail
      .toString('latin1')
      .replace('<carla@example.com>', `<${address}>`)
      .replace('Message-ID: <', `Message-ID: <${address}.`),
    'latin1',
  );

type Conversation = { id: number; meta: { sender: { email: string } } };

async function allConversations(): Promise<Conversation[]> {
  const pages = [1, 2, 3, 4].map((page) => account.call('GET', `/conversations?status=all&per_page=100&page=${page}`));
  return (await Promise.all(pages)).flatMap(({ body }) => body.data.payload);
}

describe('what a customer wrote is what agents read:', () => {
  it.each(MAILS.map((mail, index) => ({ ...mail, index })))('$title ($index)', async ({ index, ...mail }) => {
    const [message] = await messagesOf(account, conversations.get(addressOf(index))!);
    const files = await Promise.all(message.attachments.map(fileOf));

    expect(message.content).toBe(mail.content);
    expect(Object.fromEntries(files)).toEqual(mail.files ?? {});
    if (mail.subject !== undefined) expect(message.content_attributes.email.subject).toBe(mail.subject);
    if (mail.sender !== undefined) expect(message.sender.name).toBe(mail.sender);
  });
});

async function fileOf({ data_url: url }: { data_url: string }): Promise<[name: string, bytes: string]> {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return [decodeURIComponent(new URL(url).pathname.split('/').at(-1)!), bytes];
}
