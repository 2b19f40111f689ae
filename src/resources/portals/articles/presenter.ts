import { agentBlock } from '../../../wire/agent-block.ts';
import type { Shown } from '../../../wire/shape.ts';
import { unixSeconds } from '../../../time.ts';
import type { articleShape } from './answers.ts';
import type { ShownArticle } from './complete-articles.ts';

export function presentArticle(article: ShownArticle, now: Date): Shown<typeof articleShape> {
  const { author, accountId } = article;
  return {
    id: article.id,
    slug: article.slug,
    title: article.title,
    content: article.content,
    description: article.description,
    status: article.status,
    locale: article.locale,
    position: article.position,
    account_id: accountId,
    updated_at: unixSeconds(article.updatedAt),
    meta: article.meta,
    category: {
      id: article.categoryId,
      name: article.categoryName,
      slug: article.categorySlug,
      locale: article.categoryId === null ? null : article.locale,
      icon: article.categoryIcon,
      icon_color: article.categoryIconColor,
    },
    views: article.views,
    ...(author && { author: agentBlock(author, accountId, now) }),
    associated_articles: article.associated.map((other) => ({
      id: other.id,
      slug: other.slug,
      title: other.title,
      description: other.description,
      locale: other.locale,
      status: other.status,
      category_id: other.categoryId,
      account_id: other.accountId,
      updated_at: unixSeconds(other.updatedAt),
    })),
  };
}
