import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { ended, type SentMessage } from '../../support/providers/sent-message.ts';

describe.each(Object.entries(PROVIDERS))('a message by %s', (_, provider) => {
  let server: ProviderServer<unknown>;
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    server = await provider.start();
    test = await givenApp({ [provider.setting]: server.url, 'channels.retry_seconds': '0' });
    account = await givenAccount(test);
    served = await givenServed(account, provider);
  });
  let served: Awaited<ReturnType<typeof givenServed>>;
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  const texts = () => server.sent.map((sent) => provider.textOf(sent));

  it('is sent, and has the id that the provider gives it', async () => {
    const { body } = await reply(account, served.conversation, { content: 'Your parcel is on its way.' });
    const message = await ended(account, served.conversation, body.id);

    expect(body.content_attributes).toEqual({ external_delivery: 'queued' });
    expect(message).toMatchObject({
      status: 'sent',
      source_id: expect.stringMatching(/\w+/),
      content_attributes: {
        external_delivery: 'accepted',
        external_delivery_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    expect(texts().at(-1)).toBe('Your parcel is on its way.');
  });

  it('is sent after those before it, also while they are tried again', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const from = server.sent.length;
    server.faults.push(
      { is: 'reply', reply: provider.refusal(503, 'Service Unavailable') },
      { is: 'reply', reply: provider.refusal(500, 'Internal Error') },
    );
    const contents = ['one', 'two', 'three', 'four', 'five'];
    let id = 0;
    for (const content of contents) id = (await reply(account, conversation, { content })).body.id;
    await ended(account, conversation, id);

    expect(texts().slice(from)).toEqual(contents);
    const [first] = (await messagesOf(account, conversation)) as SentMessage[];
    expect(first?.content_attributes).toEqual({
      external_delivery: 'accepted',
      external_delivery_at: expect.any(String),
    });
  });

  it('fails with what the provider says, and can be retried', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    server.faults.push({ is: 'reply', reply: provider.refusal(400, 'The number is not in service') });
    const { body } = await reply(account, conversation, { content: 'Hello?' });
    const failed = await ended(account, conversation, body.id);
    await account.call('POST', pathOf(conversation, `/messages/${body.id}/retry`));
    const sent = await ended(account, conversation, body.id);

    expect(failed).toMatchObject({
      status: 'failed',
      source_id: null,
      content_attributes: {
        external_error: expect.stringContaining(`${provider.name} answered 400: The number is not in service`),
      },
    });
    expect(failed.content_attributes['external_delivery']).toBeUndefined();
    expect(sent.status).toBe('sent');
    expect(texts().at(-1)).toBe('Hello?');
  });

  it('arrives once, or fails and says so, when the answer is lost', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const from = server.sent.length;
    server.faults.push({ is: 'lost' });
    const { body } = await reply(account, conversation, { content: 'Lost?' });
    const message = await ended(account, conversation, body.id);

    expect(texts().slice(from)).toEqual(['Lost?']);
    if (provider.isRepeatable) expect(message.status).toBe('sent');
    else expect(message.content_attributes['external_error']).toContain('it is not known whether');
  });

  it('goes in pieces when it is too long', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const from = server.sent.length;
    const words = Array.from({ length: 1200 }, (_, index) => `word${index}`).join(' ');
    const { body } = await reply(account, conversation, { content: words });
    await ended(account, conversation, body.id);

    expect(texts().slice(from).join(' ').replaceAll(/\s+/g, ' ')).toBe(words);
  });

  it('shows its items as text', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const { body } = await reply(account, conversation, {
      content: 'Which size?',
      content_type: 'input_select',
      content_attributes: {
        items: [
          { title: 'Small', value: 's' },
          { title: 'Large', value: 'l' },
        ],
      },
    });
    await ended(account, conversation, body.id);

    expect(texts().at(-1)).toBe('Which size?\n1. Small\n2. Large');
  });

  it('has its files', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const from = server.sent.length;
    const form = new FormData();
    form.set('content', 'The manual');
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['read me'], { type: 'text/plain' }), 'manual.txt');
    const { body } = await account.call('POST', pathOf(conversation, '/messages'), form);
    await ended(account, conversation, body.id);

    const taken = JSON.stringify(server.sent.slice(from));
    expect(taken).toContain('The manual');
    expect(taken).toContain('manual.txt');
  });

  it('is not sent when it was deleted while it waited', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const from = server.sent.length;
    server.faults.push({ is: 'reply', reply: provider.refusal(429, 'Too Many Requests') });
    const { body: first } = await reply(account, conversation, { content: 'first' });
    const { body: second } = await reply(account, conversation, { content: 'second' });
    await account.call('DELETE', pathOf(conversation, `/messages/${second.id}`));
    const { body: third } = await reply(account, conversation, { content: 'third' });
    await ended(account, conversation, first.id);
    await ended(account, conversation, third.id);

    expect(texts().slice(from)).toEqual(['first', 'third']);
  });
});
