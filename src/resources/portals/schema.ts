import { type InferType } from 'yup';
import type { Attributes, Json } from '../../entities/columns.ts';
import { PORTAL_LAYOUTS, SOCIAL_SERVICES } from '../../entities/portal.ts';
import {
  array,
  attributes,
  email,
  flag,
  idOrNone,
  lowerCasedText,
  object,
  oneOf,
  requiredText,
  text,
  url,
} from '../../fields.ts';
import { isObject } from '../../fields/check.ts';

const SLUG = /^[a-z0-9][a-z0-9_-]*$/;
const SLUG_LENGTH = 100;
const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const HEADER_LENGTH = 1000;
const MOST_LOCALES = 100;
/** A host of the internet: labels with dots between, the last of which is no number. */
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A locale: a language, and perhaps a script and a region, as in `pt_BR` and `zh-Hant-TW`. */
export const locale = () =>
  requiredText().matches(/^[a-z]{2,3}([_-][a-z0-9]{2,8}){0,2}$/i, {
    message: 'must be a locale such as en or pt_BR',
    excludeEmptyString: true,
  });

const locales = () =>
  array(locale().required("can't be blank"))
    .typeError('must be a list of locales')
    .max(MOST_LOCALES, `must have at most ${MOST_LOCALES} locales`)
    .test('twice', 'names a locale twice', (given) => !given || new Set(given).size === given.length);

const TEXTS = ['name', 'page_title', 'header_text'] as const;

/** Texts by locales: `{"de": {"name": "Hilfe"}}`. */
const translations = () =>
  attributes().test('texts', `must be objects with ${TEXTS.join(', ')}, by their locales`, (given) =>
    Object.values(given ?? {}).every(
      (texts) => isObject(texts) && TEXTS.every((name) => isText((texts as Attributes)[name] ?? '')),
    ),
  );

const isText = (text: Json) => typeof text === 'string' && text.length <= HEADER_LENGTH;

const socialProfiles = () =>
  object(Object.fromEntries(SOCIAL_SERVICES.map((name) => [name, text().nullable()])))
    .typeError(`must be an object with ${SOCIAL_SERVICES.join(', ')}`)
    .default(undefined);

const config = () =>
  object({
    allowed_locales: locales().min(1, "can't be blank"),
    draft_locales: locales().meta({ description: 'Those of them that only the team sees' }),
    default_locale: locale().optional(),
    layout: oneOf(PORTAL_LAYOUTS),
    social_profiles: socialProfiles(),
    locale_translations: translations().meta({
      description: `Texts in other locales, by these: ${TEXTS.map((name) => `\`${name}\``).join(', ')}`,
    }),
  })
    .typeError('must be an object')
    .default(undefined);

/** A host, also with http:// or https:// before it or a dot at its end; blank becomes null. */
const customDomain = () =>
  text()
    .nullable()
    .transform((value: unknown) => (typeof value === 'string' ? hostIn(value) || null : value))
    .strict(false)
    .matches(HOST, { message: 'must be a host such as help.example.com', excludeEmptyString: true })
    .meta({ jsonSchema: { type: 'string', examples: ['help.example.com'] } });

const hostIn = (given: string) =>
  given
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '');

const slug = () =>
  lowerCasedText(SLUG_LENGTH)
    .matches(SLUG, { message: 'must be of letters a to z, digits, "-" and "_"', excludeEmptyString: true })
    .meta({ description: 'Its name in addresses; no two portals of the installation have the same' });

const optional = {
  color: requiredText()
    .matches(COLOR, { message: 'must be a colour such as #1f93ff', excludeEmptyString: true })
    .optional(),
  custom_domain: customDomain(),
  header_text: text(HEADER_LENGTH).nullable(),
  page_title: text().nullable(),
  homepage_link: url().nullable(),
  archived: flag(),
  config: config(),
  inbox_id: idOrNone().meta({ description: 'The website inbox whose widget offers it; null = none' }),
};

export const createPortalBody = object({ name: requiredText(), slug: slug(), ...optional });
export const updatePortalBody = object({ name: requiredText().optional(), slug: slug().optional(), ...optional });

export type PortalBody = InferType<typeof updatePortalBody>;

export const instructionsBody = object({ email: email().required("can't be blank") });

/** `locale`: only articles of this locale are counted. */
export const showPortalQuery = object({ locale: text() });
