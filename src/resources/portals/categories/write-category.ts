import { inList } from '../../../db/dialect.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, invalidField } from '../../../errors.ts';
import { type CategoryRecord, findCategory } from '../../../records/help-centre/category.ts';
import type { PortalRecord } from '../../../records/help-centre/portal.ts';
import type { CategoryInput } from './category-input.ts';

/** The columns set by `input`, except position and relations; undefined = unchanged. */
export function categoryColumns(input: CategoryInput) {
  return {
    name: input.name,
    slug: input.slug,
    locale: input.locale,
    description: input.description,
    position: input.position,
    icon: input.icon,
    icon_color: input.iconColor,
  };
}

/** Throws `error`, or `invalid` where it means that another category of the locale has the name in addresses. */
export function refuseSecondSlug(error: unknown): never {
  throw isUniqueViolation(error, 'categories', 'slug') ? invalidField('slug', 'has already been taken') : error;
}

/** @throws AppError `invalid` for a locale that the portal does not have */
export function checkLocale({ config }: PortalRecord, locale: string): void {
  if (config.allowed_locales.includes(locale)) return;
  throw invalidField('locale', `must be one of the portal's: ${config.allowed_locales.join(', ')}`);
}

/**
 * Sets the parent category, of the same portal and locale; null = none, undefined = unchanged.
 * @throws AppError `not_found`; `invalid` for a parent in another locale, and for the category itself or its descendants
 */
export async function setParent(
  tx: Tx,
  { id, portalId, locale }: CategoryRecord,
  parentId: number | null | undefined,
): Promise<void> {
  if (parentId === undefined) return;
  if (parentId !== null) {
    const parent = found(await findCategory(tx, portalId, parentId), 'Category');
    if (parent.locale !== locale) throw invalidField('parent_category_id', `must be a category in ${locale}`);
    if (await isWithin(tx, parent, id)) {
      throw invalidField('parent_category_id', 'must be neither the category itself nor a part of it');
    }
  }
  await tx.db.updateTable('categories').set({ parent_category_id: parentId }).where('id', '=', id).execute();
}

/** Whether the category is the one with this id, or lies in it at any depth. */
async function isWithin(tx: Tx, { id, portalId, locale }: CategoryRecord, outerId: number): Promise<boolean> {
  const rows = await tx.db
    .selectFrom('categories')
    .select(['id', 'parent_category_id as parentId'])
    .where('portal_id', '=', portalId)
    .where('locale', '=', locale)
    .execute();
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  for (let at: number | null | undefined = id; at; at = parents.get(at)) {
    if (at === outerId) return true;
  }
  return false;
}

/**
 * Makes the category a translation of another category of the portal; null = of none, undefined = unchanged. Its own
 * translations become translations of that category.
 * @throws AppError `not_found`; `invalid` for the category itself
 */
export async function setRoot(
  tx: Tx,
  { id, portalId }: CategoryRecord,
  rootId: number | null | undefined,
): Promise<void> {
  if (rootId === undefined) return;
  const given = rootId === null ? null : found(await findCategory(tx, portalId, rootId), 'Category');
  const root = given && (given.associatedCategoryId ?? given.id);
  if (root === id) throw invalidField('associated_category_id', 'must be a category that is no translation of it');
  await tx.db
    .updateTable('categories')
    .set({ associated_category_id: root })
    .where((eb) => eb.or([eb('id', '=', id), ...(root === null ? [] : [eb('associated_category_id', '=', id)])]))
    .execute();
}

/** Sets the categories that it points to; undefined = no change. @throws AppError `invalid` for one that the portal lacks */
export async function setRelated(tx: Tx, { id, portalId }: CategoryRecord, given: number[] | undefined): Promise<void> {
  if (given === undefined) return;
  const ids = [...new Set(given)].filter((other) => other !== id);
  const known = await tx.db
    .selectFrom('categories')
    .select('id')
    .where('portal_id', '=', portalId)
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .execute();
  if (known.length < ids.length) throw invalidField('related_category_ids', 'must be ids of categories of the portal');
  await tx.db.deleteFrom('related_categories').where('category_id', '=', id).execute();
  if (ids.length === 0) return;
  const rows = ids.map((other) => ({ category_id: id, related_category_id: other }));
  await tx.db.insertInto('related_categories').values(rows).execute();
}
