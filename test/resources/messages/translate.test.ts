import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { ask, messagesOf, pathOf } from '../../support/conversation-calls.ts';
import { givenTranslator, type Translator } from '../../support/servers/translator.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

let translator: Translator;
let test: TestApp;
beforeAll(async () => {
  translator = await givenTranslator();
  test = await givenApp(
    {
      'translation.url': `${translator.url}/`,
      'translation.api_key': 'key-1',
      'translation.timeout_seconds': '2',
    },
    { now: () => NOW },
  );
});
beforeEach(() => {
  translator.asked.length = 0;
  translator.reply = undefined;
});
afterAll(async () => {
  await test.stop();
  await translator.stop();
});

/** A message of the contact, and a request to translate it. */
async function given(content = 'Hello') {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const { body: message } = await ask(account, conversation, { content });
  const path = pathOf(conversation, `/messages/${message.id}`);
  const translate = (body: object = { target_language: 'de' }, headers?: Record<string, string>) =>
    account.call('POST', `${path}/translate`, body, { token: account.administrator.token, headers });
  return { account, conversation, message, path, translate };
}

const UNAVAILABLE = [503, 'Translation service unavailable'];

describe('POST messages/{id}/translate', () => {
  it('asks the translation service, and stores its answer for the next request', async () => {
    const { account, conversation, translate } = await given();

    const first = await translate();
    const again = await translate();
    const french = await translate({ target_language: 'fr' });

    expect([first, again, french].map(({ status, body }) => [status, body])).toEqual([
      [200, { content: '[de] Hello' }],
      [200, { content: '[de] Hello' }],
      [200, { content: '[fr] Hello' }],
    ]);
    expect(translator.asked).toEqual(
      ['de', 'fr'].map((target) => ({
        path: 'POST /translate',
        body: { q: 'Hello', source: 'auto', target, format: 'text', api_key: 'key-1' },
      })),
    );
    expect((await messagesOf(account, conversation))[0].content_attributes).toEqual({
      translations: { de: '[de] Hello', fr: '[fr] Hello' },
    });
  });

  it('answers with a stored translation also while the service is down', async () => {
    const { translate } = await given();
    await translate();
    translator.reply = { status: 500, body: '{}' };

    const { status, body } = await translate();

    expect([status, body]).toEqual([200, { content: '[de] Hello' }]);
  });

  it('asks once for two requests at the same time, and lets others work meanwhile', async () => {
    const { account, translate } = await given();
    const release = translator.hold();

    const asking = [translate(), translate(), translate({ target_language: 'de' }, { 'idempotency-key': 'k' })];
    while (translator.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const meanwhile = await account.call('POST', '/contacts', { name: 'Carl' });
    release();
    const answers = await Promise.all(asking);

    expect(meanwhile.status).toBe(201);
    expect(answers.map(({ body }) => body.content)).toEqual(Array(3).fill('[de] Hello'));
    expect(translator.asked).toHaveLength(1);
  });

  it('records an event, at the time of the program', async () => {
    const { account, message, translate } = await given();

    const events = await eventsDuring(test, account, translate);
    const rows = test.rows().selectFrom('messages').select('updated_at').where('id', '=', message.id);

    expect(events.map(({ type }) => type)).toEqual(['message_updated']);
    expect(await rows.execute()).toEqual([{ updated_at: NOW }]);
  });

  it.each([
    [{ status: 500, body: '{"error":"no"}' }],
    [{ status: 400, body: '{"error":"de is not supported"}' }],
    [{ status: 302, body: '' }],
    [{ status: 200, body: 'nonsense' }],
    [{ status: 200, body: 'null' }],
    [{ status: 200, body: '[]' }],
    [{ status: 200, body: '{}' }],
    [{ status: 200, body: '{"translatedText":5}' }],
    [{ status: 200, body: '{"translatedText":["x"]}' }],
    [{ status: 200, body: '{"translatedText":" "}' }],
    [{ status: 200, body: String.raw`{"translatedText":"a\u0000b"}` }],
    [{ status: 200, body: String.raw`{"translatedText":"\ud83d"}` }],
  ])('is unavailable when the service answers %j', async (reply) => {
    const { account, conversation, translate } = await given();
    translator.reply = reply;

    const { status, body } = await translate();

    expect([status, body.error]).toEqual(UNAVAILABLE);
    expect((await messagesOf(account, conversation))[0].content_attributes).toEqual({});
  });

  it('is unavailable while the service is slow, and works again afterwards', async () => {
    const { translate } = await given();
    const release = translator.hold();

    const slow = await translate();
    release();
    const again = await translate();

    expect([slow.status, slow.body.error]).toEqual(UNAVAILABLE);
    expect([again.status, again.body]).toEqual([200, { content: '[de] Hello' }]);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [' '],
    ['d'],
    ['german'],
    ['de de'],
    ['../de'],
    ['de_'],
    [5],
    [['de']],
    [{}],
    ['__proto__'],
    ['x'.repeat(36)],
  ])('refuses the language %j', async (language) => {
    const { translate } = await given();

    const { status, body } = await translate({ target_language: language });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['target_language']]);
    expect(translator.asked).toEqual([]);
  });

  it('takes languages with script and region', async () => {
    const { translate } = await given();

    const answers = [await translate({ target_language: 'pt-BR' }), await translate({ target_language: 'zh-Hans' })];

    expect(answers.map(({ body }) => body.content)).toEqual(['[pt-BR] Hello', '[zh-Hans] Hello']);
  });

  it('refuses a message without words, and one that was deleted', async () => {
    const { account, conversation, path, translate } = await given();
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['x']), 'x.txt');
    const { body: silent } = await account.call('POST', pathOf(conversation, '/messages'), form);
    await translate();
    await account.call('DELETE', path);

    const answers = [
      await account.call('POST', pathOf(conversation, `/messages/${silent.id}/translate`), { target_language: 'de' }),
      await translate(),
    ];

    for (const { status, body } of answers) expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect((await messagesOf(account, conversation))[0].content_attributes).toEqual({ deleted: true });
  });

  it('does not find messages that do not exist, or of others', async () => {
    const { account, conversation, path } = await given();
    const other = await givenAccount(test);
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });
    const body = { target_language: 'de' };

    const absent = await account.call('POST', pathOf(conversation, '/messages/999999/translate'), body);
    const foreign = await other.call('POST', `${path}/translate`, body);
    const refused = await account.call('POST', `${path}/translate`, body, { token: outsider.token });

    expect([absent.status, absent.body.error]).toEqual([404, 'Message not found']);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Conversation not found']);
    expect([refused.status, refused.body.error]).toEqual([403, 'Access denied']);
  });
});

describe('without a translation service', () => {
  it.each([{}, { 'translation.url': 'http://127.0.0.1:9' }])('translating is unavailable: %j', async (settings) => {
    const silent = await givenApp(settings);
    const account = await givenAccount(silent);
    const conversation = await givenConversation(account);
    const { body: message } = await ask(account, conversation);

    const { status, body } = await account.call('POST', pathOf(conversation, `/messages/${message.id}/translate`), {
      target_language: 'de',
    });

    expect([status, body.error]).toEqual(UNAVAILABLE);
    expect(body.message).not.toContain('127.0.0.1');
    await silent.stop();
  });
});
