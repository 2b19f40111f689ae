import type { Db } from '../../db/database.ts';
import { withRowLock } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { isStorable } from '../../fields/storable.ts';
import { columns, type RecordOf } from '../columns.ts';

/** The columns of a portal's record. */
export const PORTAL = [
  'id',
  'accountId',
  'slug',
  'name',
  'color',
  'customDomain',
  // The domain that waits for its proof; null = none.
  'claimedDomain',
  'headerText',
  'pageTitle',
  'homepageLink',
  'archived',
  'config',
  // Where the logo is; null = none.
  'avatarUrl',
] as const;

export type PortalRecord = RecordOf<'portals', typeof PORTAL>;

/** The account's portal with this name in addresses, in any letter case; undefined when there is none. */
export async function findPortal(tx: Tx, accountId: number, slug: string): Promise<PortalRecord | undefined> {
  if (!isStorable(slug)) return undefined;
  return selectPortals(tx.db)
    .where('p.account_id', '=', accountId)
    .where('p.slug', '=', slug.toLowerCase())
    .executeTakeFirst();
}

/** The account's portal with this id; undefined when there is none. */
export function findPortalById(tx: Tx, accountId: number, id: number): Promise<PortalRecord | undefined> {
  return selectPortals(tx.db).where('p.account_id', '=', accountId).where('p.id', '=', id).executeTakeFirst();
}

/**
 * Locks the portal until the end of the transaction: changes of a portal and of what is in it wait for each other.
 * @throws AppError `not_found` when it has been deleted
 */
export async function lockPortal(tx: Tx, { id }: Pick<PortalRecord, 'id'>): Promise<PortalRecord> {
  return found(await withRowLock(tx, selectPortals(tx.db).where('p.id', '=', id)).executeTakeFirst(), 'Portal');
}

/** The portals (`p`) that have not been deleted, with the columns of `PORTAL`. */
export function selectPortals(db: Db) {
  return db.selectFrom('portals as p').where('p.deleted_at', 'is', null).select(columns('p', PORTAL));
}

/** The portal's address for readers: at its own domain, if it has one. `publicUrl` is the address of this server. */
export function addressOf(
  { slug, customDomain }: Pick<PortalRecord, 'slug' | 'customDomain'>,
  publicUrl: string,
): string {
  return customDomain === null ? `${publicUrl}/hc/${slug}` : `${new URL(publicUrl).protocol}//${customDomain}`;
}

/** The locales whose pages readers see. */
export function publicLocales({ config }: Pick<PortalRecord, 'config'>): string[] {
  return config.allowed_locales.filter((locale) => !config.draft_locales.includes(locale));
}
