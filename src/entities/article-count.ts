import { defineEntity, p } from '@mikro-orm/core';
import { ARTICLE_STATUSES } from './article.ts';
import { choice } from './columns.ts';
import { Portal } from './portal.ts';

/**
 * The number of a portal's articles with this locale, category, status and author, maintained by the transactions that
 * change articles, because anyone may ask for pages that show how many there are.
 */
export const ArticleCount = defineEntity({
  name: 'ArticleCount',
  tableName: 'article_counts',
  properties: {
    portal: p.manyToOne(Portal).primary().deleteRule('cascade').index(false),
    locale: p.string().primary(),
    /** 0 = none. */
    categoryId: p.integer().primary(),
    status: choice(ARTICLE_STATUSES).primary(),
    /** 0 = the user has been deleted. */
    authorId: p.integer().primary().index(),
    count: p.integer(),
  },
});
