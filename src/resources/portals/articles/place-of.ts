import type { Tx } from '../../../db/tx.ts';
import { found, invalidField } from '../../../errors.ts';
import { findCategory } from '../../../records/help-centre/category.ts';
import type { PortalRecord } from '../../../records/help-centre/portal.ts';
import { checkLocale } from '../categories/write-category.ts';
import type { ArticleInput } from './article-input.ts';

/** Where an article is: in a category, whose locale it has, or in none; null. */
export type Place = { locale: string; categoryId: number | null };

/**
 * The place that `input` gives an article that was at `before`; null = a new one. In another locale, it has no category
 * unless one is given, and in another category it is in the locale of that one.
 * @throws AppError `not_found` for a category that the portal does not have; `invalid` for a locale that it does not
 *   have, or that is not the category's
 */
export async function placeOf(
  tx: Tx,
  portal: PortalRecord,
  before: Place | null,
  { categoryId, locale: given }: Pick<ArticleInput, 'categoryId' | 'locale'>,
): Promise<Place> {
  const category = categoryId ? found(await findCategory(tx, portal.id, categoryId), 'Category') : null;
  const locale = given ?? category?.locale ?? before?.locale ?? portal.config.default_locale;
  if (given !== undefined && given !== before?.locale) checkLocale(portal, given);
  if (category && category.locale !== locale) {
    throw invalidField('locale', `must be ${category.locale}, as that of the category`);
  }
  const stays = categoryId === undefined && before !== null && locale === before.locale;
  return { locale, categoryId: stays ? before.categoryId : (category?.id ?? null) };
}
