import type { Db } from '../../db/database.ts';
import { columns, type RecordOf } from '../columns.ts';

/** The columns of an article's record. */
const ARTICLE = [
  'id',
  'accountId',
  'portalId',
  'categoryId',
  'authorId',
  'associatedArticleId',
  'slug',
  'locale',
  'title',
  'description',
  'content',
  'status',
  'position',
  'views',
  'meta',
  'updatedAt',
] as const;

/** The columns of its category (`c`); null = it has none. */
const OF_CATEGORY = [
  'c.name as categoryName',
  'c.slug as categorySlug',
  'c.icon as categoryIcon',
  'c.icon_color as categoryIconColor',
] as const;

/** An article with the shown values of its category. */
export type ArticleRecord = RecordOf<'articles', typeof ARTICLE> & {
  categoryName: string | null;
  categorySlug: string | null;
  categoryIcon: string | null;
  categoryIconColor: string | null;
};

/** The articles (`a`) with their categories (`c`), with the columns of `ArticleRecord`. */
export function selectArticles(db: Db) {
  return db
    .selectFrom('articles as a')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select(columns('a', ARTICLE))
    .select(OF_CATEGORY);
}

/** The key of the original of an article and its translations: its own key, unless it is a translation. */
export const rootOf = ({ id, associatedArticleId }: Pick<ArticleRecord, 'id' | 'associatedArticleId'>) =>
  associatedArticleId ?? id;
