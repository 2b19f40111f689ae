import type { Vault } from '../../db/vault.ts';
import type { ArticleStatus } from '../../entities/article.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import type { Shown } from '../../wire/shape.ts';
import type { portalShape } from './answers.ts';
import { domainOf, domainProof } from './domain/domain-proof.ts';
import type { ShownPortal } from './queries.ts';

/** `locale`: only articles of this locale are counted; null = all. */
export function presentPortal(vault: Vault, portal: ShownPortal, locale: string | null): Shown<typeof portalShape> {
  const { config, inbox, logo } = portal;
  const wanted = domainOf(portal);
  return {
    id: portal.id,
    slug: portal.slug,
    name: portal.name,
    color: portal.color,
    custom_domain: wanted && wanted.domain,
    custom_domain_status: wanted && wanted.status,
    custom_domain_proof: wanted && domainProof(vault, portal.accountId, wanted.domain),
    header_text: portal.headerText,
    page_title: portal.pageTitle,
    homepage_link: portal.homepageLink,
    archived: portal.archived,
    account_id: portal.accountId,
    config: {
      allowed_locales: config.allowed_locales.map((code) => ({
        code,
        articles_count: sumOf(portal.articles, code),
        categories_count: sumOf(portal.categories, code),
        draft: config.draft_locales.includes(code),
      })),
      default_locale: config.default_locale,
      layout: config.layout,
      social_profiles: config.social_profiles,
      locale_translations: config.locale_translations,
    },
    meta: {
      all_articles_count: sumOf(portal.articles, locale),
      archived_articles_count: sumOf(withStatus(portal, 'archived'), locale),
      published_count: sumOf(withStatus(portal, 'published'), locale),
      draft_articles_count: sumOf(withStatus(portal, 'draft'), locale),
      mine_articles_count: sumOf(
        portal.articles.map(({ locale, mine }) => ({ locale, count: mine })),
        locale,
      ),
      categories_count: sumOf(portal.categories, locale),
      default_locale: config.default_locale,
    },
    ...(inbox && {
      inbox: {
        id: inbox.id,
        name: inbox.name,
        avatar_url: inbox.avatarUrl ?? '',
        channel_id: inbox.channelId,
        channel_type: CHANNEL_NAMES[inbox.channelType],
      },
    }),
    ...(logo &&
      portal.avatarUrl !== null && {
        logo: {
          id: logo.id,
          portal_id: portal.id,
          file_type: logo.contentType,
          account_id: portal.accountId,
          file_url: portal.avatarUrl,
          filename: logo.filename,
        },
      }),
  };
}

const withStatus = ({ articles }: ShownPortal, wanted: ArticleStatus) =>
  articles.filter(({ status }) => status === wanted);

/** PostgreSQL counts in 64 bits, which arrive as text. */
function sumOf(counts: readonly { locale: string; count: number }[], wanted: string | null): number {
  const these = counts.filter(({ locale }) => wanted === null || locale === wanted);
  return these.reduce((sum, { count }) => sum + Number(count), 0);
}
