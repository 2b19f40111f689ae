import { PORTAL_LAYOUTS } from '../../entities/portal.ts';
import { channelTypeShape } from '../../wire/block-shapes.ts';
import { attributes, flag, integer, list, named, nullable, oneOf, type Shape, shape, text } from '../../wire/shape.ts';

const localeShape = shape({ code: text, articles_count: integer, categories_count: integer, draft: flag });

const configShape = shape({
  allowed_locales: list(localeShape),
  default_locale: text,
  layout: oneOf(PORTAL_LAYOUTS),
  social_profiles: attributes,
  locale_translations: attributes,
});

const logoShape = shape({
  id: integer,
  portal_id: integer,
  file_type: text,
  account_id: integer,
  file_url: text,
  filename: text,
});

const inboxShape = shape({
  id: integer,
  name: text,
  avatar_url: text,
  channel_id: integer,
  channel_type: channelTypeShape,
});

const metaShape = shape({
  all_articles_count: integer,
  archived_articles_count: integer,
  published_count: integer,
  draft_articles_count: integer,
  mine_articles_count: integer,
  categories_count: integer,
  default_locale: text,
});

const domainStatusShape: Shape<'active' | 'pending'> = {
  ...oneOf(['active', 'pending']),
  description:
    '`pending`: another account has the domain. The portal is not shown there until `custom_domain_proof` is at the name servers of the domain and `POST .../verify_domain` has found it',
};

/** The record that proves that the domain is the account's. Without it, another account can have the domain by its own record. */
const domainProofShape = shape({ type: oneOf(['TXT']), name: text, value: text });

/** `inbox`: the first that offers it; absent = none, as a missing `logo`. */
export const portalShape = named(
  'Portal',
  {
    id: integer,
    slug: text,
    name: text,
    color: text,
    custom_domain: nullable(text),
    custom_domain_status: nullable(domainStatusShape),
    custom_domain_proof: nullable(domainProofShape),
    header_text: nullable(text),
    page_title: nullable(text),
    homepage_link: nullable(text),
    archived: flag,
    account_id: integer,
    config: configShape,
    meta: metaShape,
  },
  { inbox: inboxShape, logo: logoShape },
);

export const portalListShape = shape({
  payload: list(portalShape),
  meta: shape({ current_page: integer, portals_count: integer }),
});

/** Whether browsers reach the portal at its own domain; `verification_errors` say why not. */
export const sslStatusShape = named('PortalSslStatus', {
  status: oneOf(['active', 'pending']),
  verification_errors: list(text),
});
