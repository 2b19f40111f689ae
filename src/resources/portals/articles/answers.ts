import { ARTICLE_STATUSES } from '../../../entities/article.ts';
import { agentShape } from '../../../wire/agent-block.ts';
import { attributes, integer, list, named, nullable, oneOf, seconds, shape, text } from '../../../wire/shape.ts';

/** A translation of an article, or its original. */
const associatedShape = named('AssociatedArticle', {
  id: integer,
  slug: text,
  title: text,
  description: nullable(text),
  locale: text,
  status: oneOf(ARTICLE_STATUSES),
  category_id: nullable(integer),
  account_id: integer,
  updated_at: seconds,
});

/** The keys of `category` are null without a category. */
export const articleShape = named(
  'Article',
  {
    id: integer,
    slug: text,
    title: text,
    content: nullable(text),
    description: nullable(text),
    status: oneOf(ARTICLE_STATUSES),
    locale: text,
    position: integer,
    account_id: integer,
    updated_at: seconds,
    meta: attributes,
    category: shape({
      id: nullable(integer),
      name: nullable(text),
      slug: nullable(text),
      locale: nullable(text),
      icon: nullable(text),
      icon_color: nullable(text),
    }),
    views: integer,
    associated_articles: list(associatedShape),
  },
  { author: agentShape },
);

export const articleListShape = shape({
  payload: list(articleShape),
  meta: shape({
    current_page: integer,
    articles_count: integer,
    all_articles_count: integer,
    archived_articles_count: integer,
    published_count: integer,
    draft_articles_count: integer,
    mine_articles_count: integer,
  }),
});
