import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, messagesOf, pathOf } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { type GoogleTranslate, givenGoogleTranslate } from '../../support/providers/google-translate.ts';
import { KEY_FILE } from '../../support/providers/service-account.ts';
import { givenTranslator, type Translator } from '../../support/servers/translator.ts';

let google: GoogleTranslate;
let translator: Translator;
let test: TestApp;
let later = 0;
const now = () => new Date(Date.now() + later);
beforeAll(async () => {
  google = await givenGoogleTranslate(now);
  translator = await givenTranslator();
  test = await givenApp({ ...google.settings, 'translation.url': translator.url }, { now });
});
beforeEach(() => {
  later = 0;
  google.tokens.length = 0;
  google.sent.length = 0;
  translator.asked.length = 0;
});
afterAll(async () => {
  await test.stop();
  await google.stop();
  await translator.stop();
});

const SETTINGS = { project_id: 'acme-support', credentials: KEY_FILE };

async function given(settings: object = SETTINGS, content = 'Hello') {
  const account = await givenAccount(test);
  const { body: hook } = await account.call('POST', '/integrations/hooks', { app_id: 'google_translate', settings });
  const conversation = await givenConversation(account);
  const { body: message } = await ask(account, conversation, { content });
  const translate = (language = 'de') =>
    account.call('POST', pathOf(conversation, `/messages/${message.id}/translate`), { target_language: language });
  return { account, hook, conversation, translate };
}

describe('a message of an account that uses Google', () => {
  it('is translated there, with one token for several', async () => {
    const { account, conversation, translate } = await given();

    const answers = [await translate(), await translate('pt_BR'), await translate()];

    expect(answers.map(({ body }) => body.content)).toEqual(['[de] Hello', '[pt-BR] Hello', '[de] Hello']);
    expect(google.sent).toEqual([
      { project: 'acme-support', contents: ['Hello'], targetLanguageCode: 'de' },
      { project: 'acme-support', contents: ['Hello'], targetLanguageCode: 'pt-BR' },
    ]);
    expect(google.tokens).toHaveLength(1);
    expect(translator.asked).toEqual([]);
    expect((await messagesOf(account, conversation))[0].content_attributes.translations.de).toBe('[de] Hello');
  });

  it('is translated with another token when the first has expired, or is refused', async () => {
    const { translate } = await given();
    await translate();
    later = 3_600_000;
    await translate('fr');
    google.tokens.length = 0;

    const { body } = await translate('es');

    expect(body.content).toBe('[es] Hello');
    expect(google.tokens).toHaveLength(1);
  });

  it('is translated in pieces when it is long', async () => {
    const line = 'All of the words that belong to one line.\n';
    const text = line.repeat(1500).trimEnd();
    const { translate } = await given(SETTINGS, text);

    const { body } = await translate();

    expect(google.sent).toHaveLength(3);
    expect(body.content.replaceAll('[de] ', '')).toBe(text);
  });

  it('is translated by the server of the installation while the hook is switched off', async () => {
    const { account, hook, translate } = await given();
    await account.call('PATCH', `/integrations/hooks/${hook.id}`, { status: 'disabled' });

    const { body } = await translate();

    expect([body.content, google.sent, translator.asked.length]).toEqual(['[de] Hello', [], 1]);
  });

  it('is asked for with a new key file at once', async () => {
    const { account, hook, translate } = await given({
      ...SETTINGS,
      credentials: { ...KEY_FILE, client_email: 'other@acme.example' },
    });
    const before = await translate();
    await account.call('PATCH', `/integrations/hooks/${hook.id}`, { settings: { credentials: KEY_FILE } });

    const after = await translate();

    expect([before.status, before.body.error]).toEqual([503, 'Translation service unavailable']);
    expect(before.body.message).toContain('wrong issuer or audience');
    expect(after.body.content).toBe('[de] Hello');
  });

  it.each([
    [{ is: 'cut' } as const],
    [{ is: 'reply', reply: { status: 500, body: {} } } as const],
    [{ is: 'reply', reply: { status: 403, body: { error: { message: 'API is disabled' } } } } as const],
    [{ is: 'reply', reply: { status: 200, body: {} } } as const],
    [{ is: 'reply', reply: { status: 200, body: { translations: [{ translatedText: 'a\u0000b' }] } } } as const],
  ])('is unavailable when Google answers %j', async (fault) => {
    const { account, conversation, translate } = await given();
    google.faults.push(fault);

    const { status, body } = await translate();

    expect([status, body.error]).toEqual([503, 'Translation service unavailable']);
    expect((await messagesOf(account, conversation))[0].content_attributes).toEqual({});
  });
});
