import { sql } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, invalid, invalidField } from '../../../errors.ts';
import { type CategoryRecord, findCategory } from '../../../records/help-centre/category.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import { GAP } from '../reorder.ts';
import { slugOf } from '../slug.ts';
import type { CategoryInput } from './category-input.ts';
import { categoryColumns, checkLocale, refuseSecondSlug, setParent, setRelated, setRoot } from './write-category.ts';

const MOST_CATEGORIES = 1000;

/**
 * Adds a category to the end of the portal.
 * @throws AppError `invalid` for an unknown locale, a slug that is taken or cannot be derived, and as `setParent` and
 *   `setRoot`; `not_found` when the portal or another category does not exist
 */
export function createCategory(
  tx: Tx,
  portal: PortalRecord,
  input: CategoryInput & { name: string },
  now: Date,
): Promise<CategoryRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockPortal(tx, portal);
    const locale = input.locale ?? before.config.default_locale;
    checkLocale(before, locale);
    const { id } = await tx.db
      .insertInto('categories')
      .values({
        ...categoryColumns(input),
        account_id: portal.accountId,
        portal_id: portal.id,
        name: input.name,
        slug: input.slug ?? slugFor(input.name),
        locale,
        position: input.position ?? (await nextPosition(tx, portal.id)),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondSlug);
    const category = found(await findCategory(tx, portal.id, id), 'Category');
    await setParent(tx, category, input.parentId);
    await setRoot(tx, category, input.rootId);
    await setRelated(tx, category, input.relatedIds);
    return found(await findCategory(tx, portal.id, id), 'Category');
  });
}

function slugFor(name: string): string {
  const slug = slugOf(name);
  if (slug === '') throw invalidField('slug', "can't be blank, since the name has neither letters nor digits");
  return slug;
}

/** The position after the last category. @throws AppError `invalid` when the portal has the most categories allowed */
async function nextPosition(tx: Tx, portalId: number): Promise<number> {
  const { last, count } = await tx.db
    .selectFrom('categories')
    .where('portal_id', '=', portalId)
    .select([sql<number | null>`max(position)`.as('last'), sql<number>`count(*)`.as('count')])
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_CATEGORIES) return Math.min((last ?? 0) + GAP, 2 ** 31 - 1);
  throw invalid('Validation failed', `a portal has at most ${MOST_CATEGORIES} categories`);
}
