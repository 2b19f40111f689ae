import type { Db } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { columns, type RecordOf } from '../columns.ts';

/** The columns of a category's record. */
const CATEGORY = [
  'id',
  'accountId',
  'portalId',
  'name',
  'slug',
  'locale',
  'description',
  'position',
  'icon',
  'iconColor',
  'parentCategoryId',
  'associatedCategoryId',
] as const;

export type CategoryRecord = RecordOf<'categories', typeof CATEGORY>;

/** The portal's category with this id; undefined when there is none. */
export function findCategory(tx: Tx, portalId: number, id: number): Promise<CategoryRecord | undefined> {
  return selectCategories(tx.db).where('c.portal_id', '=', portalId).where('c.id', '=', id).executeTakeFirst();
}

/** The categories (`c`), with the columns of `CATEGORY`. */
export function selectCategories(db: Db) {
  return db.selectFrom('categories as c').select(columns('c', CATEGORY));
}
