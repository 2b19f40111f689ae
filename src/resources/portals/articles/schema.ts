import type { InferType } from 'yup';
import { ARTICLE_STATUSES } from '../../../entities/article.ts';
import { attributes, idOrNone, integer, object, oneOfOrIndex, requiredText, text } from '../../../fields.ts';
import { locale } from '../schema.ts';
import { slug } from '../slug.ts';

const CONTENT_LENGTH = 100_000;
const DESCRIPTION_LENGTH = 5000;

const optional = {
  slug: slug(),
  content: text(CONTENT_LENGTH).nullable().meta({ description: 'Markdown' }),
  description: text(DESCRIPTION_LENGTH).nullable(),
  status: oneOfOrIndex(ARTICLE_STATUSES),
  position: integer(),
  category_id: idOrNone(),
  author_id: integer().meta({ description: 'A member of the account; the caller, unless given' }),
  locale: locale().optional().meta({ description: 'That of its category, or else of the portal, unless given' }),
  associated_article_id: idOrNone().meta({ description: 'The article that this one is a translation of' }),
  meta: attributes().meta({ description: 'What search engines are told: `title`, `description`, `tags`' }),
};

export const createArticleBody = object({ title: requiredText(), ...optional });
export const updateArticleBody = object({ title: requiredText().optional(), ...optional });

export type ArticleBody = InferType<typeof updateArticleBody>;

export const listArticlesQuery = object({
  locale: text(),
  query: text().meta({ description: 'Words that are in the article, the last perhaps not whole' }),
  category_slug: text(),
  status: oneOfOrIndex(ARTICLE_STATUSES),
  author_id: integer(),
});
