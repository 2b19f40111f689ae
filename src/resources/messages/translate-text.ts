import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { isStorable } from '../../fields/storable.ts';
import { translateByGoogle } from '../hooks/google/translate-by-google.ts';
import { findEnabledHook } from '../hooks/queries.ts';
import { libreTranslate } from './libre-translate.ts';

/** The longest translation that is accepted. */
const MAX_LENGTH = 1_000_000;

/**
 * Translates the text with Google where the account uses it, and else with the LibreTranslate server of the installation.
 * Not for the inside of a transaction.
 * @throws AppError `unavailable`, "Translation service unavailable", when there is none, or it gives no valid answer
 */
export async function translateText(
  app: App,
  tx: Tx,
  accountId: number,
  text: string,
  language: string,
): Promise<string> {
  const hook = await findEnabledHook(tx, accountId, 'google_translate');
  const translated = await (hook
    ? translateByGoogle(app, tx, hook, text, language)
    : libreTranslate(app, text, language));
  if (translated.text === null) {
    if (hook) app.log.warn({ account_id: accountId, hook: hook.id, reason: translated.problem }, 'translation failed');
    throw unavailable(translated.problem);
  }
  const isAccepted = translated.text.length <= MAX_LENGTH && isStorable(translated.text);
  if (!isAccepted) throw unavailable('the translation service answered something else than a translation');
  return translated.text;
}

function unavailable(detail: string): AppError {
  return new AppError('unavailable', 'Translation service unavailable', { detail });
}
