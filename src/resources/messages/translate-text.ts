import { isStorable } from '../../fields/storable.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { AppError, connectionFailure } from '../../errors.ts';
import { SECOND } from '../../time.ts';

/** The longest translation that is accepted. */
const MAX_LENGTH = 1_000_000;
const MAX_BYTES = 8_000_000;

/**
 * Translates the text with the configured LibreTranslate server, which may be in a private network. Only the log says
 * why it cannot be reached.
 * @throws AppError `unavailable`, "Translation service unavailable", when none is configured, or it gives no valid
 *   answer
 */
export async function translateText(
  { config: { translation: settings }, log }: Pick<App, 'config' | 'log'>,
  text: string,
  language: string,
): Promise<string> {
  if (settings.url === '') throw unavailable('no translation service is configured (translation.url)');
  const answer = await ask(settings, text, language).catch((error: Error) => {
    const reason = connectionFailure(error, new URL(settings.url).host);
    log.warn({ error: reason }, 'translation service cannot be reached');
    throw unavailable('the translation service cannot be reached');
  });
  if (answer.statusCode !== 200) throw unavailable(`the translation service answered ${answer.statusCode}`);
  const translated = translatedText(answer.body);
  if (translated === null) throw unavailable('the translation service answered something else than a translation');
  return translated;
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
  });
  asked.on('downloadProgress', ({ transferred }: { transferred: number }) => {
    if (transferred > MAX_BYTES) asked.cancel();
  });
  return asked;
}

/** The translation in the answer; null when there is none, or none that can be stored. */
function translatedText(body: string): string | null {
  try {
    const { translatedText: text } = JSON.parse(body) as { translatedText?: unknown };
    const isTranslation = typeof text === 'string' && text.trim() !== '' && text.length <= MAX_LENGTH;
    return isTranslation && isStorable(text) ? text : null;
  } catch {
    return null;
  }
}

function unavailable(detail: string): AppError {
  return new AppError('unavailable', 'Translation service unavailable', { detail });
}
