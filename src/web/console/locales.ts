import type { Texts } from '../kit/i18n.ts';
import type en from './locales/en.json';

export type TextKey = keyof typeof en;

type Loaded = Promise<{ default: Texts<TextKey> }>;
const textsOf = async (loading: Loaded) => (await loading).default;

/** One file for each language, of which a user loads one. */
export const load: Record<string, () => Promise<Texts<TextKey>>> = {
  en: () => textsOf(import('./locales/en.json')),
  ar: () => textsOf(import('./locales/ar.json')),
  de: () => textsOf(import('./locales/de.json')),
  es: () => textsOf(import('./locales/es.json')),
  fa: () => textsOf(import('./locales/fa.json')),
  fr: () => textsOf(import('./locales/fr.json')),
  it: () => textsOf(import('./locales/it.json')),
  ja: () => textsOf(import('./locales/ja.json')),
  nl: () => textsOf(import('./locales/nl.json')),
  pl: () => textsOf(import('./locales/pl.json')),
  pt_BR: () => textsOf(import('./locales/pt_BR.json')),
  tr: () => textsOf(import('./locales/tr.json')),
  zh_CN: () => textsOf(import('./locales/zh_CN.json')),
};
