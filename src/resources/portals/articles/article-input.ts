import type { ArticleStatus } from '../../../entities/article.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { ArticleBody } from './schema.ts';

/** The values of a new or changed article; undefined = the present value or the default, null = none. */
export type ArticleInput = {
  title: string | undefined;
  slug: string | undefined;
  content: string | null | undefined;
  description: string | null | undefined;
  status: ArticleStatus | undefined;
  position: number | undefined;
  categoryId: number | null | undefined;
  authorId: number | undefined;
  locale: string | undefined;
  /** The original of a translation. */
  rootId: number | null | undefined;
  meta: Attributes | undefined;
};

/** The input of the commands, made from a request's body. */
export function articleInput(body: ArticleBody): ArticleInput {
  return {
    title: body.title,
    slug: body.slug || undefined,
    content: body.content,
    description: body.description,
    status: body.status,
    position: body.position,
    categoryId: body.category_id === 0 ? null : body.category_id,
    authorId: body.author_id,
    locale: body.locale,
    rootId: body.associated_article_id === 0 ? null : body.associated_article_id,
    meta: body.meta,
  };
}
