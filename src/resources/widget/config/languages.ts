/** The languages that the widget speaks. */
export const LANGUAGES = [
  { iso_639_1_code: 'en', name: 'English' },
  { iso_639_1_code: 'ar', name: 'العربية' },
  { iso_639_1_code: 'de', name: 'Deutsch' },
  { iso_639_1_code: 'es', name: 'Español' },
  { iso_639_1_code: 'fa', name: 'فارسی' },
  { iso_639_1_code: 'fr', name: 'Français' },
  { iso_639_1_code: 'it', name: 'Italiano' },
  { iso_639_1_code: 'ja', name: '日本語' },
  { iso_639_1_code: 'nl', name: 'Nederlands' },
  { iso_639_1_code: 'pl', name: 'Polski' },
  { iso_639_1_code: 'pt_BR', name: 'Português (Brasil)' },
  { iso_639_1_code: 'tr', name: 'Türkçe' },
  { iso_639_1_code: 'zh_CN', name: '简体中文' },
] as const;
