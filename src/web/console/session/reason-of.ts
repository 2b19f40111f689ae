import type { I18n } from '../../kit/i18n.ts';
import { RequestError } from '../../kit/request.ts';
import type { TextKey } from '../locales.ts';

const MINUTE_MS = 60_000;

/** Why something was not done, for the person who wanted it. */
export function reasonOf({ t }: I18n<TextKey>, error: unknown): string {
  if (!(error instanceof RequestError)) return t('notDone');
  const { status, retryAfterMs, message } = error;
  if (status === 0) return t('notReached');
  if (status === 429) return t('tooManyTries', { n: Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS)) });
  if (status >= 500) return t('serverTrouble');
  return message || t('notDone');
}
