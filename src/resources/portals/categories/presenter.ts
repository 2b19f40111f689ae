import type { CategoryRecord } from '../../../records/help-centre/category.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { categoryShape, slimCategoryShape } from './answers.ts';
import type { ShownCategory } from './queries.ts';

export function presentCategory(category: ShownCategory): Shown<typeof categoryShape> {
  const { parent, root } = category;
  return {
    ...slimCategory(category),
    related_categories: category.related.map(slimCategory),
    ...(parent && { parent_category: slimCategory(parent) }),
    ...(root && { root_category: slimCategory(root) }),
    meta: { articles_count: category.articlesCount },
  };
}

function slimCategory(category: CategoryRecord): Shown<typeof slimCategoryShape> {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    locale: category.locale,
    description: category.description,
    position: category.position,
    account_id: category.accountId,
    icon: category.icon,
    icon_color: category.iconColor,
  };
}
