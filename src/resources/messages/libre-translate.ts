import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { connectionFailure } from '../../errors.ts';
import { UNPACKED } from '../../answer-limits.ts';
import type { Translated } from '../hooks/google/translate-by-google.ts';
import { SECOND } from '../../time.ts';

const MAX_BYTES = 8_000_000;

/**
 * Translates the text with the configured LibreTranslate server, which may be in a private network. Only the log says
 * why it cannot be reached.
 */
export async function libreTranslate(
  { config: { translation: settings }, log }: Pick<App, 'config' | 'log'>,
  text: string,
  language: string,
): Promise<Translated> {
  if (settings.url === '') return none('no translation service is configured (translation.url)');
  try {
    const { statusCode, body } = await ask(settings, text, language);
    if (statusCode !== 200) return none(`the translation service answered ${statusCode}`);
    const translated = translatedText(body);
    if (translated === null) return none('the translation service answered something else than a translation');
    return { text: translated, problem: null };
  } catch (error) {
    const reason = connectionFailure(error, new URL(settings.url).host);
    log.warn({ error: reason }, 'translation service cannot be reached');
    return none('the translation service cannot be reached');
  }
}

async function ask(settings: Config['translation'], text: string, language: string) {
  const { got } = await import('got');
  const asked = got.post(`${settings.url.replace(/\/+$/, '')}/translate`, {
    json: {
      q: text,
      source: 'auto',
      target: language,
      format: 'text',
      ...(settings.api_key !== '' && { api_key: settings.api_key }),
    },
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    timeout: { request: settings.timeout_seconds * SECOND },
    ...UNPACKED,
  });
  asked.on('downloadProgress', ({ transferred }: { transferred: number }) => {
    if (transferred > MAX_BYTES) asked.cancel();
  });
  return asked;
}

function translatedText(body: string): string | null {
  try {
    const { translatedText: text } = JSON.parse(body) as { translatedText?: unknown };
    return typeof text === 'string' && text.trim() !== '' ? text : null;
  } catch {
    return null;
  }
}

const none = (problem: string): Translated => ({ text: null, problem });
