import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { givenOpenai, OPENAI_KEY, type Completion } from '../../support/providers/openai.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';

let test: TestApp;
let openai: ProviderServer<Completion>;
beforeAll(async () => {
  openai = await givenOpenai();
  test = await givenApp({ 'integrations.openai_url': openai.url, 'integrations.openai_model': 'test-model' });
});
afterAll(async () => {
  await test.stop();
  await openai.stop();
});

async function given(settings: object = { api_key: OPENAI_KEY }, app = 'openai') {
  const account = await givenAccount(test);
  const { body: hook } = await account.call('POST', '/integrations/hooks', { app_id: app, settings });
  const path = `/integrations/hooks/${hook.id}`;
  const process = (event: object, token = account.administrator.token) =>
    account.call('POST', `${path}/process_event`, { event }, { token });
  return { account, path, process };
}

const asked = () => openai.sent.at(-1)!;

describe('POST integrations/hooks/{id}/process_event', () => {
  it.each([
    ['rephrase', { tone: 'cheerful' }, 'cheerful tone'],
    ['fix_spelling_grammar', {}, 'spelling'],
    ['shorten', {}, 'shorter'],
    ['expand', {}, 'more detail'],
    ['make_friendly', {}, 'friendlier'],
    ['make_formal', {}, 'formal'],
    ['simplify', {}, 'simpler'],
  ])('has an answer rewritten: %s', async (name, more, instruction) => {
    const { process } = await given();

    const { status, body } = await process({ name, data: { content: 'No, sir!', ...more } });

    expect([status, body]).toEqual([200, { message: expect.stringMatching(/^Answer \d+$/) }]);
    expect(asked()).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: expect.stringContaining(instruction) },
        { role: 'user', content: 'No, sir!' },
      ],
    });
  });

  it('has a conversation read, without private notes', async () => {
    const { account, process } = await given();
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Where is my order?' });
    await ask(account, conversation, { content: 'a secret note', message_type: 'outgoing', private: true });
    await ask(account, conversation, { content: 'Which one?', message_type: 'outgoing' });
    await account.call('POST', '/labels', { title: 'delivery' });
    const data = { conversation_display_id: conversation.id };

    await process({ name: 'summarize', data });
    const summary = asked().messages;
    await process({ name: 'reply_suggestion', data });
    const reply = asked().messages;
    await process({ name: 'label_suggestion', data });
    const labels = asked().messages;

    expect(summary[1]!.content).toBe('Customer: Where is my order?\nAgent: Which one?');
    expect(reply.slice(1)).toEqual([
      { role: 'user', content: 'Where is my order?' },
      { role: 'assistant', content: 'Which one?' },
    ]);
    expect(labels[0]!.content).toContain('delivery');
    expect(JSON.stringify([summary, reply, labels])).not.toContain('secret note');
  });

  it('is for members who see the conversation', async () => {
    const { account, process } = await given();
    const conversation = await givenConversation(account);
    await ask(account, conversation);
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });
    const data = { conversation_display_id: conversation.id };

    const refused = await process({ name: 'summarize', data }, outsider.token);
    const rewritten = await process({ name: 'shorten', data: { content: 'x' } }, outsider.token);
    const absent = await process({ name: 'summarize', data: { conversation_display_id: 999_999 } });

    expect([refused.status, rewritten.status, absent.status]).toEqual([403, 200, 404]);
  });

  it.each([
    [{ name: 'sing' }, 'event.name'],
    [{}, 'event.name'],
    [{ name: 'shorten' }, 'event.data.content'],
    [{ name: 'shorten', data: { content: ' ' } }, 'event.data.content'],
    [{ name: 'summarize', data: {} }, 'event.data.conversation_display_id'],
  ])('refuses %j', async (event, field) => {
    const { process } = await given();

    const { status, body } = await process(event);

    expect([status, body.attributes]).toEqual([422, [field]]);
  });

  it('refuses a conversation without text, another app, and a hook that is switched off', async () => {
    const { account, path, process } = await given();
    const { id } = await givenConversation(account);
    const other = await given({ account_id: 'a', app_id: 'b', api_token: 'c' }, 'dyte');
    const event = { name: 'shorten', data: { content: 'x' } };

    const silent = await process({ name: 'summarize', data: { conversation_display_id: id } });
    const foreign = await other.process(event);
    await account.call('PATCH', path, { status: 'disabled' });
    const off = await process(event);

    expect([silent, foreign, off].map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'Validation failed'],
      [422, 'No processor found'],
      [422, 'Integration is disabled'],
    ]);
  });

  it('says what OpenAI says, without the key', async () => {
    const { process } = await given({ api_key: 'sk-wrong-key' });

    const { status, body } = await process({ name: 'shorten', data: { content: 'x' } });

    expect([status, body.error]).toEqual([422, 'OpenAI refused']);
    expect(body.message).toContain('Incorrect API key provided: [redacted]');
  });

  it.each([
    [{ is: 'cut' } as const, [503, 'OpenAI is not available']],
    [{ is: 'reply', reply: { status: 500, body: {} } } as const, [503, 'OpenAI is not available']],
    [{ is: 'reply', reply: { status: 200, body: { choices: [] } } } as const, [422, 'OpenAI refused']],
    [
      { is: 'reply', reply: { status: 200, body: { filler: 'x'.repeat(11_000_000) } } } as const,
      [503, 'OpenAI is not available'],
    ],
  ])('is answered where OpenAI fails', async (fault, expected) => {
    const { process } = await given();
    openai.faults.push(fault);

    const { status, body } = await process({ name: 'shorten', data: { content: 'x' } });

    expect([status, body.error]).toEqual(expected);
  });
});
