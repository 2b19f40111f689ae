import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bestOf, createI18n } from '../../../src/web/kit/i18n.ts';

type Texts = Record<string, string | Record<string, string>>;

const SRC = join(import.meta.dirname, '../../../src/web');
const folderOf = (app: string) => join(SRC, app, 'locales');
const textsOf = (app: string, locale: string): Texts =>
  JSON.parse(readFileSync(join(folderOf(app), `${locale}.json`), 'utf8'));
const LOCALES = ['widget', 'console'].flatMap((app) =>
  readdirSync(folderOf(app)).map((file) => [app, file.replace('.json', '')] as const),
);

const english = textsOf('widget', 'en');

/** What a text has values for: `{name}`. */
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

describe('each locale', () => {
  it('is there for both apps', () => {
    const of = (app: string) => LOCALES.filter(([one]) => one === app).map(([, locale]) => locale);

    expect(of('console')).toEqual(of('widget'));
  });

  it.each(LOCALES)('of the %s, %s has the same texts as English, with the same values', (app, locale) => {
    const [texts, wanted] = [textsOf(app, locale), textsOf(app, 'en')];

    expect(Object.keys(texts)).toEqual(Object.keys(wanted));
    for (const [key, text] of Object.entries(texts)) {
      const expected = wanted[key]!;
      expect([key, typeof text]).toEqual([key, typeof expected]);
      if (typeof text === 'string') expect([key, placesIn(text)]).toEqual([key, placesIn(expected as string)]);
    }
  });

  it.each(LOCALES)('of the %s, %s has a form for every plural of its language', (app, locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions();
    const plurals = Object.values(textsOf(app, locale)).filter((text) => typeof text !== 'string');

    const missing = plurals.flatMap((forms) =>
      pluralCategories.filter((category) => !(forms.other || category in forms)),
    );

    expect(missing).toEqual([]);
  });
});

describe('the texts', () => {
  it('are found for regions and for languages alone', () => {
    const locales = ['en', 'de', 'pt_BR', 'zh_CN'];

    const found = ['de', 'de_AT', 'de-CH', 'pt', 'pt-br', 'pt_PT', 'zh-Hans-CN', 'xx', ''].map((l) =>
      bestOf(locales, l),
    );

    expect(found).toEqual(['de', 'de', 'de', 'pt_BR', 'pt_BR', 'pt_BR', 'zh_CN', undefined, undefined]);
  });

  it('choose the plural, fill in values and know their direction', async () => {
    const load = { en: async () => english, ar: async () => textsOf('widget', 'ar') };
    const i18n = createI18n<string>(load);

    await i18n.use('en_GB');
    const inEnglish = [i18n.t('unread', { n: 1 }), i18n.t('unread', { n: 3 }), i18n.direction()];
    await i18n.use('ar');

    expect(inEnglish).toEqual(['1 unread message', '3 unread messages', 'ltr']);
    expect([i18n.direction(), i18n.language()]).toEqual(['rtl', 'ar']);
    expect(i18n.t('unread', { n: 2 })).toBe('رسالتان غير مقروءتين');
  });

  it('stay those that were asked for last, whichever arrive last', async () => {
    let finish = (_: typeof english) => {};
    const load = {
      en: () => new Promise<typeof english>((resolve) => (finish = resolve)),
      de: async () => textsOf('widget', 'de'),
    };
    const i18n = createI18n<string>(load);

    const slow = i18n.use('en');
    await i18n.use('de');
    finish(english);
    await slow;

    expect(i18n.t('send')).toBe('Senden');
  });
});
