import { integer, list, named, nullable, propertiesOf, shape, text } from '../../../wire/shape.ts';

export const slimCategoryShape = named('SlimCategory', {
  id: integer,
  name: text,
  slug: text,
  locale: text,
  description: nullable(text),
  position: integer,
  account_id: integer,
  icon: text,
  icon_color: text,
});

/** `root_category`: the original of a translation. */
export const categoryShape = named(
  'Category',
  {
    ...propertiesOf(slimCategoryShape),
    related_categories: list(slimCategoryShape),
    meta: shape({ articles_count: integer }),
  },
  { parent_category: slimCategoryShape, root_category: slimCategoryShape },
);

export const categoryListShape = shape({
  payload: list(categoryShape),
  meta: shape({ current_page: integer, categories_count: integer }),
});
