import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { flag, id, json, moment, text } from './columns.ts';

export const PORTAL_LAYOUTS = ['classic', 'documentation'] as const;

/** The services on which a portal can have a profile. */
export const SOCIAL_SERVICES = [
  'facebook',
  'x',
  'instagram',
  'linkedin',
  'youtube',
  'tiktok',
  'github',
  'whatsapp',
] as const;

/** The texts of a portal in another locale; an absent one is that of the portal. */
export type PortalTexts = { name?: string; page_title?: string; header_text?: string };

/** The settings of a portal, with the keys of the API. */
export type PortalConfig = {
  allowed_locales: string[];
  /** Those of them that are still being written: only the team sees them. Never the default one. */
  draft_locales: string[];
  /** One of the allowed ones. */
  default_locale: string;
  layout: (typeof PORTAL_LAYOUTS)[number];
  /** By the service: a name there, or an address. */
  social_profiles: { [Service in (typeof SOCIAL_SERVICES)[number]]?: string };
  /** By the locale. */
  locale_translations: Record<string, PortalTexts>;
};

/** A help centre: a website of articles in categories, which this server shows to anyone. */
export const Portal = defineEntity({
  name: 'Portal',
  tableName: 'portals',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    /** Its name in addresses; no two of the installation have the same. */
    slug: p.string().unique(),
    name: p.string(),
    color: p.string().default('#1f93ff'),
    /** The host that shows nothing but this portal, in lower case; null = none. */
    customDomain: p.string().nullable().unique(),
    /** The host that it shall have once that is proved, since a portal of another account has it; null = none. */
    claimedDomain: p.string().nullable().index(),
    headerText: text().nullable(),
    pageTitle: p.string().nullable(),
    homepageLink: text().nullable(),
    /** Whether nobody but the team sees it. */
    archived: flag().default(false),
    config: json<PortalConfig>(),
    /** Where the logo is; null = none. */
    avatarUrl: text().nullable(),
    /** When it was deleted: it is hidden while what is in it is being removed. Null = it is there. */
    deletedAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
