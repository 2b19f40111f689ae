import type { Texts } from '../kit/i18n.ts';
import type en from './locales/en.json';

export type TextKey = keyof typeof en;

type Loaded = Promise<{ default: Texts<TextKey> }>;
const textsOf = async (loading: Loaded) => (await loading).default;

/** One file for each language, of which a user loads one. */
export const load: Record<string, () => Promise<Texts<TextKey>>> = {
  en: () => textsOf(import('./locales/en.json')),
};
