import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { textsIn } from '../../db/dialect.ts';
import { escapeHtml } from '../../markdown/escape-html.ts';
import { addressOf, type PortalRecord, publicLocales } from '../../records/help-centre/portal.ts';
import { placesAt } from './places.ts';

/** The most addresses of one sitemap (sitemaps.org). */
const MOST = 50_000;

/** The addresses of all pages of the portal, for search engines, as XML; two statements. */
export async function sitemap(tx: Tx, portal: PortalRecord): Promise<string> {
  const locales = publicLocales(portal);
  const [categories, articles] = await tx.together((tx) => [
    categoriesIn(tx, portal.id, locales),
    articlesIn(tx, portal.id, locales),
  ]);
  const places = placesAt(addressOf(portal, tx.installation.publicUrl));
  const urls = [
    ...locales.map((locale) => entry(places.home(locale))),
    ...categories.map(({ locale, slug }) => entry(places.category(locale, slug))),
    ...articles.map(({ slug, updatedAt }) => entry(places.article(slug), updatedAt)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.slice(0, MOST).join('\n')}
</urlset>
`;
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeHtml(address)}</loc>${changed}</url>`;
}

function categoriesIn(tx: Tx, portalId: number, locales: string[]) {
  return tx.db
    .selectFrom('categories')
    .where('portal_id', '=', portalId)
    .where('locale', 'in', sql<string>`(${textsIn(tx, JSON.stringify(locales))})`)
    .select(['locale', 'slug'])
    .orderBy('id')
    .execute();
}

function articlesIn(tx: Tx, portalId: number, locales: string[]) {
  return tx.db
    .selectFrom('articles')
    .where('portal_id', '=', portalId)
    .where('locale', 'in', sql<string>`(${textsIn(tx, JSON.stringify(locales))})`)
    .where('status', '=', 'published')
    .select(['slug', 'updated_at as updatedAt'])
    .orderBy('id')
    .limit(MOST)
    .execute();
}
