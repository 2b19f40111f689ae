import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { cloudRefusal, type WhatsappMessage } from '../../support/providers/whatsapp.ts';

const provider = PROVIDERS['whatsapp_cloud']!;
let server: ProviderServer<WhatsappMessage & { file?: string }>;
let test: TestApp;
let account: TestAccount;
let served: Awaited<ReturnType<typeof givenServed>>;
beforeAll(async () => {
  server = (await provider.start()) as typeof server;
  test = await givenApp({ 'channels.whatsapp_url': server.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
  served = await givenServed(account, provider);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

type Shown = { id: number; status: string; external_error: string; content_attributes: Record<string, unknown> };

/** Sends a message, and what WhatsApp has taken of it once it has ended. */
async function send(message: object | FormData, conversation: { id: number } = served.conversation) {
  const from = server.sent.length;
  const { body } =
    message instanceof FormData
      ? await account.call('POST', pathOf(conversation, '/messages'), message)
      : await reply(account, conversation, message);
  const ended = await eventually(
    async () => (await messagesOf(account, conversation)).find(({ id }: Shown) => id === body.id) as Shown,
    ({ status, content_attributes: { external_delivery: delivery } }) => status === 'failed' || delivery === 'accepted',
  );
  return { id: Number(body.id), ended, sent: server.sent.slice(from) };
}

/** The beginnings by which files are recognized. */
const BYTES = {
  'manual.pdf': '%PDF-1.4 ',
  'song.mp3': 'ID3\x03\0\0\0\0\0\0\xff\xfb\x90\0',
  'voice.ogg': `OggS${'\0'.repeat(22)}\x01\x13OpusHead`,
  'all.zip': `PK\x05\x06${'\0'.repeat(18)}`,
};

function withFiles(content: string, ...names: (keyof typeof BYTES)[]): FormData {
  const form = new FormData();
  form.set('content', content);
  form.set('message_type', 'outgoing');
  for (const name of names) {
    form.append('attachments[]', new Blob([Buffer.from(BYTES[name].padEnd(400, '\0'), 'latin1')]), name);
  }
  return form;
}

const select = (items: object[], content = 'Which size?') => ({
  content,
  content_type: 'input_select',
  content_attributes: { items },
});

const choices = (count: number, title = 'Size') =>
  Array.from({ length: count }, (_, index) => ({ title: `${title} ${index + 1}`, value: `s${index + 1}` }));

describe('a message over WhatsApp', () => {
  it('goes to the number of the contact, with a handle', async () => {
    const { id, sent } = await send({ content: 'See https://example.com/x' });

    expect(sent).toEqual([
      {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: expect.stringMatching(/^49170\d+$/),
        type: 'text',
        text: { body: 'See https://example.com/x', preview_url: true },
        biz_opaque_callback_data: expect.stringMatching(new RegExp(`^${id}:[\\da-f-]{36}$`)),
      },
    ]);
  });

  it('goes to the id of a user who shows no number', async () => {
    const contact = await givenContact(account, { name: 'Uma' });
    const opened = await account.call('POST', '/conversations', {
      inbox_id: served.inbox.id,
      contact_id: contact.id,
      source_id: 'DE.13491208655302741918',
    });
    await account.hear(opened.body);

    const { sent } = await send({ content: 'Hello' }, opened.body);

    expect(sent).toMatchObject([{ recipient: 'DE.13491208655302741918' }]);
    expect(sent[0]).not.toHaveProperty('to');
  });

  it('answers the message that it is a reply to', async () => {
    const first = await send({ content: 'One' });
    const { sent } = await send({ content: 'Two', content_attributes: { in_reply_to: first.id } });

    expect(sent[0]?.context?.message_id).toMatch(/^wamid\./);
  });

  it.each([
    ['buttons', choices(3), 'button'],
    ['a list', choices(4), 'list'],
    ['a list because of a long title', choices(2, 'A size that is as wide'), 'list'],
  ])('has its choices as %s', async (_, items, type) => {
    const { sent } = await send(select(items));

    expect(sent).toMatchObject([{ type: 'interactive', interactive: { type, body: { text: 'Which size?' } } }]);
    expect(JSON.stringify(sent)).toContain('"id":"s2"');
  });

  it.each([
    ['many', choices(11)],
    ['long', choices(2, 'A title with more characters than there is room for')],
    [
      'equal',
      [
        { title: 'Same', value: 'a' },
        { title: 'Same', value: 'b' },
      ],
    ],
  ])('has choices that are too %s as numbered text', async (_, items) => {
    const { sent } = await send(select(items));

    expect(sent).toMatchObject([{ type: 'text' }]);
    expect(sent[0]?.text?.body).toContain(`\n2. ${items[1]!.title}`);
  });

  it('shows the picture of a card with its text, and its links', async () => {
    const card = {
      title: 'Shoe',
      description: 'Red',
      actions: [{ type: 'link', text: 'Buy', uri: 'https://a.test/b' }],
    };
    const items = [
      { ...card, media_url: 'https://a.test/shoe.jpg?x=1' },
      { ...card, media_url: 'https://a.test/shoe.webp' },
    ];
    const { sent } = await send({ content: 'Our offers', content_type: 'cards', content_attributes: { items } });

    expect(sent).toMatchObject([
      { text: { body: 'Our offers' } },
      { image: { link: 'https://a.test/shoe.jpg?x=1', caption: 'Shoe\nRed\n- Buy: https://a.test/b' } },
      { text: { body: 'Shoe\nRed\nhttps://a.test/shoe.webp\n- Buy: https://a.test/b' } },
    ]);
  });

  it('has each file as what it is, the first with the text', async () => {
    const { sent } = await send(withFiles('The manual', 'manual.pdf', 'song.mp3', 'all.zip'));

    expect(sent.map(({ type, file }) => [type, file])).toEqual([
      ['document', 'manual.pdf application/pdf 400'],
      ['audio', 'song.mp3 audio/mpeg 400'],
      ['document', undefined],
    ]);
    expect(sent[0]?.document).toMatchObject({ caption: 'The manual', filename: 'manual.pdf' });
    expect(sent[1]?.audio).toEqual({ id: expect.any(String) });
    expect(sent[2]?.document).toEqual({ link: expect.stringMatching(/\/files\/.*all\.zip$/), filename: 'all.zip' });
  });

  it('is spoken when it was recorded', async () => {
    const form = withFiles('', 'voice.ogg');
    form.set('is_voice_message', 'true');

    const { sent } = await send(form);

    expect(sent).toMatchObject([{ type: 'audio', audio: { voice: true } }]);
  });

  it('is tried again when its file could not be uploaded, and sent once', async () => {
    server.faults.push({ is: 'lost' });
    const { sent, ended } = await send(withFiles('Once', 'manual.pdf'));

    expect(ended.status).toBe('sent');
    expect(sent).toHaveLength(1);
  });

  it.each([
    [400, 131000, 'Something went wrong'],
    [429, 130429, 'Rate limit hit'],
    [400, 80007, 'Too many calls'],
    [500, 131016, 'Service overloaded'],
  ])('is sent later after %i with the code %i', async (status, code, text) => {
    const from = server.requests;
    server.faults.push({ is: 'reply', reply: cloudRefusal(status, code, text) });
    const { ended } = await send({ content: 'Again' });

    expect([ended.status, server.requests - from]).toEqual(['sent', 2]);
  });

  it.each([
    [400, 131047, 'Re-engagement message'],
    [400, 131051, 'Unsupported message type'],
    [400, 131026, 'Message undeliverable'],
  ])('fails after %i with the code %i, and says why', async (status, code, text) => {
    server.faults.push({ is: 'reply', reply: cloudRefusal(status, code, text, 'The details') });
    const { ended } = await send({ content: 'No' });

    expect(ended).toMatchObject({
      status: 'failed',
      external_error: `WhatsApp answered ${status}: ${text}: The details (${code})`,
    });
  });

  it('fails at once when the contact has not written for a day, and can be retried when they do', async () => {
    const { id: inboxId } = await givenInbox(account, provider.channel());
    const conversation = await givenConversationIn(account, { id: inboxId }, { ...provider, answersOnly: false });
    const from = server.sent.length;

    const { body: failed } = await reply(account, conversation, { content: 'Still there?' });
    const sent = server.sent.slice(from);
    await account.hear(conversation);
    const retried = await account.call('POST', pathOf(conversation, `/messages/${failed.id}/retry`));

    expect(failed).toMatchObject({
      status: 'failed',
      external_error: 'the contact has not written in the last 24 hours: only a message template can be sent',
    });
    expect(sent).toEqual([]);
    expect(retried.body).toMatchObject({ status: 'sent', content_attributes: { external_delivery: 'queued' } });
  });
});
