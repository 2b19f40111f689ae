import type { ArticleRecord } from '../../records/help-centre/article.ts';
import type { CategoryRecord } from '../../records/help-centre/category.ts';
import { unixSeconds } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { publicArticlesShape, publicCategoriesShape } from './answers.ts';
import type { Places } from './places.ts';

/** `count`: how many there are on all pages. `places`: whole addresses. */
export function presentArticles(
  articles: readonly ArticleRecord[],
  count: number,
  places: Places,
): Shown<typeof publicArticlesShape> {
  const payload = articles.map((article) => ({
    id: article.id,
    slug: article.slug,
    title: article.title,
    content: article.content,
    description: article.description,
    status: article.status,
    locale: article.locale,
    position: article.position,
    updated_at: unixSeconds(article.updatedAt),
    meta: article.meta,
    category: { id: article.categoryId, name: article.categoryName, slug: article.categorySlug },
    views: article.views,
    link: places.article(article.slug),
  }));
  return { payload, meta: { articles_count: count } };
}

export function presentCategories(categories: readonly CategoryRecord[]): Shown<typeof publicCategoriesShape> {
  return {
    payload: categories.map((category) => ({
      id: category.id,
      name: category.name,
      slug: category.slug,
      locale: category.locale,
      description: category.description,
      position: category.position,
      icon: category.icon,
      icon_color: category.iconColor,
    })),
  };
}
