import type { InferType } from 'yup';
import { email, flag, integer, needs, object, password, requiredText, text } from '../../fields.ts';
import { captchaResponse } from '../../fields/captcha-response.ts';

export const DOMAIN_LENGTH = 100;
const MESSAGE_LENGTH = 20_000;
const MAX_AUTO_RESOLVE_DAYS = 999;
const MAX_PRUNE_DAYS = 9999;

/** Days after which something is removed; null = never. */
const pruneDays = () =>
  integer()
    .nullable()
    .min(1, 'must be at least 1 day, or null for never')
    .max(MAX_PRUNE_DAYS, `must be at most ${MAX_PRUNE_DAYS} days`);

/** A language, optionally with a region or a script: "en", "pt_BR", "zh-Hant". */
export const locale = () =>
  text().test(
    'locale',
    'must be a language code such as en or pt_BR',
    (value) => value === undefined || isLocale(value),
  );

export const updateAccountBody = object({
  name: requiredText().optional(),
  locale: locale(),
  domain: text(DOMAIN_LENGTH).nullable(),
  support_email: email(),
  industry: text().nullable(),
  company_size: text().nullable(),
  timezone: text().nullable(),
  website: text().nullable(),
  referral_source: text().nullable(),
  user_role: text().nullable(),
  auto_resolve_after: integer()
    .nullable()
    .min(1, 'must be at least 1 day, or null for never')
    .max(MAX_AUTO_RESOLVE_DAYS, `must be at most ${MAX_AUTO_RESOLVE_DAYS} days`),
  auto_resolve_message: text(MESSAGE_LENGTH).nullable(),
  auto_resolve_ignore_waiting: flag().nullable(),
  auto_resolve_label: text().nullable(),
  audio_transcriptions: flag().nullable(),
  keep_pending_on_bot_failure: flag().nullable(),
  prune_conversations_after: pruneDays(),
  prune_attachments_after: pruneDays(),
  prune_contacts_after: pruneDays(),
});

/** The fields of onboarding, all of which the account's settings have too. */
export const onboardingBody = updateAccountBody.pick([
  'name',
  'locale',
  'industry',
  'company_size',
  'timezone',
  'website',
  'referral_source',
  'user_role',
]);

/** Missing fields are reported by complete-sign-up.ts, all at once. */
const credentials = {
  email: email(),
  password: password()
    .nullable()
    .strict(false)
    .transform((_, given: unknown) => (given === '' ? null : given)),
  locale: locale(),
  h_captcha_client_response: captchaResponse(),
};

export const signUpBody = object({
  account_name: text().nullable(),
  user_full_name: text().nullable(),
  ...credentials,
}).meta(
  needs(
    { fields: ['account_name', 'email', 'user_full_name', 'password'], description: 'Who is new' },
    { fields: ['account_name'], description: 'Who has a token, for another account of theirs' },
  ),
);

export type SignUpBody = InferType<typeof signUpBody>;

export const shortSignUpBody = object(credentials).meta(
  needs(
    { fields: ['email', 'password'], description: 'Who is new' },
    { fields: [], description: 'Who has a token, for another account of theirs' },
  ),
);

export type ShortSignUpBody = InferType<typeof shortSignUpBody>;

function isLocale(value: string | null): boolean {
  try {
    return Intl.getCanonicalLocales(String(value).replaceAll('_', '-')).length === 1;
  } catch {
    return false;
  }
}
