import type { PortalTexts } from '../../entities/portal.ts';
import { linkTo } from '../../markdown/link-to.ts';
import { addressOf, type PortalRecord, publicLocales } from '../../records/help-centre/portal.ts';
import { fill, fillPage, styledPagePolicy } from '../../templates.ts';
import { brandStyle } from './colors.ts';
import type { Reader } from './reader.ts';
import { placesAt, type Places } from './places.ts';
import { socialLinks } from './social-links.ts';
import { nameOf, wordsFor } from './words.ts';

/** Values of the layout for pages without a portal. */
export const NO_PORTAL = {
  direction: 'ltr',
  brand: '',
  description: '',
  canonical: null,
  alternates: [],
  isListed: false,
  portal: null,
  problem: null,
  query: '',
  nav: null,
  body: '',
};

/** A page of a portal, apart from its layout. */
export type Page = {
  /** Which template in templates/help_centre has its body. */
  template: 'home' | 'category' | 'articles' | 'article';
  title: string;
  description?: string | null;
  data: object;
  /** Its address; null = search engines shall not list it. */
  address: ((places: Places) => string) | null;
  /** Its addresses in other locales. */
  alternates?: (places: Places) => { locale: string; href: string }[];
  query?: string;
  /** The categories beside the text, where the portal's layout has them there. */
  nav?: readonly { title: string; href: string; isHere: boolean }[];
};

/** The whole page with its policy and language; `publicUrl` is the address of this server. */
export async function wholePage(reader: Reader, page: Page, publicUrl: string) {
  const { language } = wordsFor(reader.locale);
  return { policy: policyOf(reader.portal, publicUrl), language, text: await pageHtml(reader, page, publicUrl) };
}

async function pageHtml({ portal, locale, places }: Reader, page: Page, publicUrl: string): Promise<string> {
  const { words, language, direction } = wordsFor(locale);
  const canonical = placesAt(addressOf(portal, publicUrl));
  const texts = textsOf(portal, locale);
  const home = homeOf(portal, publicUrl);
  return fillPage('help_centre', {
    ...NO_PORTAL,
    words,
    language,
    direction,
    brand: brandStyle(portal.color),
    title: page.title === texts.title ? page.title : `${page.title} · ${texts.title}`,
    description: page.description ?? '',
    isListed: page.address !== null,
    canonical: page.address?.(canonical) ?? null,
    alternates: (page.alternates?.(canonical) ?? []).map(({ locale, href }) => ({ ...wordsFor(locale), href })),
    query: page.query ?? '',
    nav: portal.config.layout === 'documentation' ? (page.nav ?? null) : null,
    portal: {
      name: texts.name,
      logo: portal.avatarUrl,
      home: places.home(locale),
      search: places.search(locale),
      website: home,
      locales: localesOf(portal, locale, places, page),
      profiles: socialLinks(portal.config),
    },
    body: await fill(`help_centre/${page.template}.html`, { words, ...page.data }),
  });
}

/** The Content-Security-Policy: the page's own styles, and pictures from anywhere, as articles have them. */
function policyOf({ color }: PortalRecord, publicUrl: string): string {
  return styledPagePolicy('help_centre', [brandStyle(color)], `img-src 'self' ${new URL(publicUrl).origin} https:`);
}

/** The portal's texts in the locale; `title` is what browsers and search engines call it. */
export function textsOf(portal: PortalRecord, locale: string): { name: string; title: string; header: string } {
  const translated: PortalTexts = portal.config.locale_translations[locale] ?? {};
  const name = translated.name || portal.name;
  return {
    name,
    title: translated.page_title || translated.name || portal.pageTitle || name,
    header: translated.header_text || portal.headerText || '',
  };
}

function homeOf({ homepageLink }: PortalRecord, publicUrl: string): { title: string; href: string } | null {
  const href = linkTo(homepageLink ?? '');
  return href && URL.canParse(href, publicUrl) ? { title: new URL(href, publicUrl).host, href } : null;
}

/** The page in each locale, or the portal's first page where it is in no other. */
function localesOf(portal: PortalRecord, locale: string, places: Places, page: Page) {
  const others = page.alternates?.(places) ?? [];
  const locales = publicLocales(portal);
  if (locales.length < 2) return [];
  return locales.map((one) => ({
    name: nameOf(one),
    language: wordsFor(one).language,
    href: others.find((other) => other.locale === one)?.href ?? places.home(one),
    isHere: one === locale,
  }));
}
