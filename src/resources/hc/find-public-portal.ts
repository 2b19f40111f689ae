import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { isStorable } from '../../fields/storable.ts';
import { type PortalRecord, selectPortals } from '../../records/help-centre/portal.ts';

/** The portal with this name in addresses, unless readers do not see it: it is archived, or its account is suspended. */
export async function findPublicPortal(tx: Tx, slug: string): Promise<PortalRecord | undefined> {
  if (!isStorable(slug)) return undefined;
  const [portal] = await bySlug(tx, { slug: slug.toLowerCase() });
  return portal;
}

/** The path of the portal with this domain, even if readers do not see the portal; undefined = no such portal. */
export async function findPathAt(tx: Tx, domain: string): Promise<string | undefined> {
  if (!isStorable(domain)) return undefined;
  const [portal] = await byDomain(tx, { domain });
  return portal && `/hc/${portal.slug}`;
}

const bySlug = prepared((db, values: Placeholders<{ slug: string }>) =>
  publicPortals(db).where('p.slug', '=', values.slug),
);

const byDomain = prepared((db, values: Placeholders<{ domain: string }>) =>
  db.selectFrom('portals').select('slug').where('custom_domain', '=', values.domain),
);

function publicPortals(db: Db) {
  return selectPortals(db)
    .innerJoin('accounts as of', 'of.id', 'p.account_id')
    .where('of.status', '=', sql.lit('active' as const))
    .where('of.deleted_at', 'is', null)
    .where('p.archived', '=', sql.lit(false));
}
