import { ARTICLE_STATUSES } from '../../entities/article.ts';
import { attributes, integer, list, named, nullable, oneOf, seconds, shape, text } from '../../wire/shape.ts';

/** An article for readers; the keys of `category` are null without a category. */
const publicArticleShape = named('PublicArticle', {
  id: integer,
  slug: text,
  title: text,
  content: nullable(text),
  description: nullable(text),
  status: oneOf(ARTICLE_STATUSES),
  locale: text,
  position: integer,
  updated_at: seconds,
  meta: attributes,
  category: shape({ id: nullable(integer), name: nullable(text), slug: nullable(text) }),
  views: integer,
  link: text,
});

export const publicArticlesShape = shape({
  payload: list(publicArticleShape),
  meta: shape({ articles_count: integer }),
});

const publicCategoryShape = named('PublicCategory', {
  id: integer,
  name: text,
  slug: text,
  locale: text,
  description: nullable(text),
  position: integer,
  icon: text,
  icon_color: text,
});

export const publicCategoriesShape = shape({ payload: list(publicCategoryShape) });
