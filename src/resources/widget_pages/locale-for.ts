const USUAL = 'en';

/** Which of the locales (`pt_BR`) the widget shows to those who want `wanted`: without a region, another one's, or English. */
export function localeFor(wanted: string, locales: readonly string[]): string {
  const whole = wanted.toLowerCase().replaceAll('-', '_');
  const [language = ''] = whole.split('_');
  const by = (fits: (locale: string) => boolean) => locales.find((locale) => fits(locale.toLowerCase()));
  return by((l) => l === whole) ?? by((l) => l === language) ?? by((l) => l.startsWith(`${language}_`)) ?? USUAL;
}
