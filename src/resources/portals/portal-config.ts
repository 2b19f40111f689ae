import type { InferType } from 'yup';
import type { Attributes } from '../../entities/columns.ts';
import type { PortalConfig, PortalTexts } from '../../entities/portal.ts';
import { invalidField } from '../../errors.ts';
import type { updatePortalBody } from './schema.ts';

type GivenConfig = InferType<typeof updatePortalBody>['config'];

const USUAL_LOCALE = 'en';

/**
 * The settings `before` (null = a new portal) with the changes of a request.
 * @throws AppError `invalid` for a default locale that is not allowed or is a draft
 */
export function changedConfig(before: PortalConfig | null, given: GivenConfig): PortalConfig {
  const allowed = given?.allowed_locales ?? before?.allowed_locales ?? [given?.default_locale ?? USUAL_LOCALE];
  const kept = before && allowed.includes(before.default_locale) ? before.default_locale : allowed[0];
  const usual = given?.default_locale ?? kept ?? USUAL_LOCALE;
  if (!allowed.includes(usual)) throw invalidField('config.default_locale', 'must be one of allowed_locales');
  const drafts = (given?.draft_locales ?? before?.draft_locales ?? []).filter((locale) => allowed.includes(locale));
  if (drafts.includes(usual)) throw invalidField('config.draft_locales', 'must not have the default locale');
  return {
    allowed_locales: allowed,
    draft_locales: drafts,
    default_locale: usual,
    layout: given?.layout ?? before?.layout ?? 'classic',
    social_profiles: withoutEmpty(given?.social_profiles) ?? before?.social_profiles ?? {},
    locale_translations: translationsIn(given?.locale_translations) ?? before?.locale_translations ?? {},
  };
}

function withoutEmpty(profiles: object | undefined): Record<string, string> | undefined {
  return profiles && Object.fromEntries(Object.entries(profiles).filter(([, name]) => name));
}

function translationsIn(given: Attributes | undefined): Record<string, PortalTexts> | undefined {
  if (!given) return undefined;
  const entries = Object.entries(given as Record<string, PortalTexts>);
  return Object.fromEntries(
    entries.map(([locale, { name, page_title, header_text }]) => [
      locale,
      { ...(name && { name }), ...(page_title && { page_title }), ...(header_text && { header_text }) },
    ]),
  );
}
