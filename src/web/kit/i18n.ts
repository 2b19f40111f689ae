import { computed, signal } from './signals.ts';
import { later } from './later.ts';

/** One text of a locale; with a number in it, a form for each plural of the language. `{name}` is replaced. */
export type LocaleText = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Texts<Key extends string> = Record<Key, LocaleText>;

export type I18n<Key extends string> = {
  /** The text of the key; `n` chooses the plural. Reading it in a component follows the locale. */
  t: (key: Key, values?: Record<string, string | number>) => string;
  /** BCP 47, for `lang` and `Intl`. */
  language: () => string;
  direction: () => 'ltr' | 'rtl';
  /** Loads the locale that fits best (`pt_BR`, `pt`, else that of `other`, else English) and then shows it. */
  use: (locale: string, other?: string | null) => Promise<void>;
  time: (date: Date) => string;
  day: (date: Date) => string;
};

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** Texts of one locale at a time; `load` has one entry for each, and English stands in for those that are missing. */
export function createI18n<Key extends string>(load: Record<string, () => Promise<Texts<Key>>>): I18n<Key> {
  const current = signal<{ locale: string; texts: Texts<Key> | null }>({ locale: 'en', texts: null });
  const language = computed(() => current.value.locale.replace('_', '-'));
  const plurals = computed(() => new Intl.PluralRules(language.value));
  const times = computed(() => new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }));
  const days = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }));
  let wanted = '';

  function t(key: Key, values: Record<string, string | number> = {}): string {
    const text = current.value.texts?.[key] ?? '';
    const form =
      typeof text === 'string' ? text : (text[plurals.value.select(Number(values['n']))] ?? text.other ?? '');
    return form.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  }

  async function use(locale: string, other?: string | null): Promise<void> {
    const known = Object.keys(load);
    const found = bestOf(known, locale) ?? bestOf(known, other ?? '') ?? 'en';
    wanted = found;
    const texts = load[found] && (await later(load[found])());
    if (texts && wanted === found) current.value = { locale: found, texts };
  }

  return {
    t,
    language: () => language.value,
    direction: () => (RIGHT_TO_LEFT.test(language.value) ? 'rtl' : 'ltr'),
    use,
    time: (date) => times.value.format(date),
    day: (date) => days.value.format(date),
  };
}

/** `pt-br` finds `pt_BR`, `de_AT` finds `de`, `pt` finds `pt_BR`. */
export function bestOf(locales: readonly string[], wanted: string): string | undefined {
  const [whole = '', language = ''] = /^([a-z]+)(?:[_-]\w+)*/i.exec(wanted.toLowerCase().replaceAll('-', '_')) ?? [];
  const by = (fits: (locale: string) => boolean) => locales.find((locale) => fits(locale.toLowerCase()));
  return by((l) => l === whole) ?? by((l) => l === language) ?? by((l) => l.startsWith(`${language}_`));
}
