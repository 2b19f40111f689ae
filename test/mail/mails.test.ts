import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';
import { ask, pathOf, reply } from '../support/conversation-calls.ts';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    'mail.smtp_url': server.url,
    'mail.from': 'Acme Support <support@acme.example>',
    'mail.retry_seconds': '0.5',
  });
});
afterEach(() => {
  server.refusal = null;
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** A conversation, and a request for its transcript to an address that nothing else is sent to. */
async function given(app = test) {
  const account = await givenAccount(app, 'Acme & Sons');
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, { name: 'Carla <Contact>' });
  const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  const address = `${randomUUID()}@example.com`;
  const request = () => account.call('POST', pathOf(body, '/transcript'), { email: address });
  return { account, conversation: body, address, request };
}

async function sendPicture(account: TestAccount, conversation: { id: number }) {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.set('attachments[]', new Blob(['a,b'], { type: 'text/csv' }), 'prices & more.csv');
  return (await account.call('POST', pathOf(conversation, '/messages'), form)).body.attachments[0].data_url as string;
}

describe('the mail with a transcript', () => {
  it('goes to exactly the requested address, whatever characters are in it', async () => {
    const { account, conversation } = await given();
    const odd = ['x,carla@example.com', 'x;carla@example.com', 'x:carla@example.com', '(x)carla@example.com'];

    for (const email of odd) await account.call('POST', pathOf(conversation, '/transcript'), { email });

    const quoted = odd.map((email) => `"${email.replace('@', '"@')}`);
    const arrived = await Promise.all(quoted.map((email) => server.mailsTo(email)));
    expect(arrived.map((mails) => mails.map(({ to }) => to))).toEqual(quoted.map((email) => [[email]]));
  });

  it('has what contact and team said to each other, with links to their files, and nothing else', async () => {
    const { account, conversation, address, request } = await given();
    await ask(account, conversation, { content: 'Is <b>5</b> & 6 in stock?' });
    await reply(account, conversation, { content: 'Yes.\nBoth are.' });
    await reply(account, conversation, { content: 'Not for the contact', private: true });
    await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'resolved' });
    const url = await sendPicture(account, conversation);

    await request();
    const [mail] = await server.mailsTo(address);

    expect(mail?.to).toEqual([address]);
    expect(mail?.email).toMatchObject({
      from: { name: 'Acme Support', address: 'support@acme.example' },
      to: [{ address }],
      subject: `Transcript of conversation #${conversation.id} with Acme & Sons`,
      messageId: expect.stringMatching(/^<job-\d+-\d+@acme\.example>$/),
    });
    const { text = '', html = '' } = mail?.email ?? {};
    expect(text).toMatch(/^Conversation #1 of Carla <Contact> with Acme & Sons \(Support\)\n/);
    expect(text).toMatch(/Carla <Contact>, \d{4}-\d\d-\d\d \d\d:\d\d UTC\nIs <b>5<\/b> & 6 in stock\?\n/);
    expect(text).toMatch(/Ada Admin, .* UTC\nYes\.\nBoth are\.\n/);
    expect(text).toContain(`Attachment: prices & more.csv ${url}`);
    expect(html).toContain('Is &lt;b&gt;5&lt;/b&gt; &amp; 6 in stock?');
    expect(html).toContain('>prices &amp; more.csv</a>');
    for (const part of [text, html]) {
      expect(part).not.toContain('Not for the contact');
      expect(part).not.toContain('resolved');
    }
  });

  it('has the newest messages, as many as a mail can hold, and says how many there are before them', async () => {
    const { account, conversation, address, request } = await given();
    const short = (from: number) => Array.from({ length: 60 }, (_, index) => `short ${from + index}.`);
    const long = Array.from({ length: 8 }, (_, index) => `long ${index + 1}.`);
    for (const words of short(1)) await ask(account, conversation, { content: words });
    for (const words of long) await ask(account, conversation, { content: `${words} ${'<'.repeat(140_000)}` });
    for (const words of short(61)) await ask(account, conversation, { content: words });

    await request();
    const [mail] = await server.mailsTo(address);

    const said = [...(mail?.email.text ?? '').matchAll(/^(?:short|long) \d+\./gm)].map(([one]) => one);
    expect(said).toEqual([...long.slice(1), ...short(61)]);
    expect(mail?.email.text).toContain('61 earlier messages are not in this mail.');
  });

  it('says so when nothing has been said', async () => {
    const { address, request } = await given();

    await request();
    const [mail] = await server.mailsTo(address);

    expect(mail?.email.text).toContain('Nothing has been said yet.');
    expect(mail?.email.html).toContain('Nothing has been said yet.');
  });

  it('is not sent once the conversation has been deleted', async () => {
    const { account, conversation, address, request } = await given();
    await server.leave();
    await request();
    await failedOnce(account);
    await account.call('DELETE', pathOf(conversation));
    await server.comeBack();

    const job = await jobEnded(account);

    expect(job).toMatchObject({ status: 'dead', last_error: 'Conversation not found' });
    expect(server.arrived.filter(({ to }) => to.includes(address))).toEqual([]);
  });
});

describe('a mail that cannot be sent', () => {
  it('arrives once the server is back, once', async () => {
    const { account, address, request } = await given();
    await server.leave();

    await request();
    const failed = await failedOnce(account);
    await server.comeBack();
    const mails = await server.mailsTo(address);

    expect(failed).toMatchObject({ status: 'pending', last_error: expect.stringContaining('ECONNREFUSED') });
    expect(await jobEnded(account)).toMatchObject({ status: 'done' });
    expect(mails).toHaveLength(1);
  });

  it('is tried again when the server refuses it', async () => {
    const { account, address, request } = await given();
    server.refusal = '451 try again later';

    await request();
    const failed = await failedOnce(account);
    server.refusal = null;
    const mails = await server.mailsTo(address);

    expect(failed).toMatchObject({ status: 'pending', last_error: expect.stringContaining('451') });
    expect(mails).toHaveLength(1);
  });
});

describe('without a mail server', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await givenApp({}, { isShared: false });
  });
  afterAll(() => quiet.stop());

  it('is kept as a file that mail programs open', async () => {
    const { account, address, request } = await given(quiet);

    await request();
    await eventually(
      () => jobOf(account, quiet),
      (job) => job.status === 'done',
    );

    const folder = join(quiet.app.config.data_dir, 'outbox');
    const [name = ''] = readdirSync(folder);
    const email = await PostalMime.parse(readFileSync(join(folder, name)));
    expect(name).toMatch(/^job-\d+-\d+\.eml$/);
    expect(email).toMatchObject({ to: [{ address }], subject: 'Transcript of conversation #1 with Acme & Sons' });
  });
});

const jobOf = (account: TestAccount, app = test) =>
  app
    .rows()
    .selectFrom('jobs')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('kind', '=', 'conversation_transcript')
    .executeTakeFirstOrThrow();

const jobEnded = (account: TestAccount) =>
  eventually(
    () => jobOf(account),
    (job) => job.finished_at !== null,
  );

const failedOnce = (account: TestAccount) =>
  eventually(
    () => jobOf(account),
    (job) => job.last_error !== null,
  );
