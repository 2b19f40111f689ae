import type { I18n } from '../../../kit/i18n.ts';
import type { TextKey } from '../../locales.ts';

/** The name of a day, as people say it. */
export function dayName(i18n: I18n<TextKey>, day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return i18n.t('today');
  return day.toDateString() === yesterday.toDateString() ? i18n.t('yesterday') : i18n.day(day);
}
