import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { Category } from './category.ts';
import { attributes, choice, id, moment, text } from './columns.ts';
import { Portal } from './portal.ts';
import { User } from './user.ts';

/** Only published ones are shown to readers. In the order of Chatwoot's numbers. */
export const ARTICLE_STATUSES = ['draft', 'published', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

/** An article of a portal, in one of its locales. */
export const Article = defineEntity({
  name: 'Article',
  tableName: 'articles',
  uniques: [{ properties: ['portal', 'slug'] }],
  indexes: [
    { properties: ['category', 'status', 'position', 'id'] },
    { properties: ['portal', 'locale', 'status', 'views', 'id'] },
    { properties: ['portal', 'updatedAt', 'id'] },
    { properties: ['portal', 'position'] },
  ],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    portal: p.manyToOne(Portal).deleteRule('cascade').index(false),
    /** Null = none. One of its own locale. */
    category: p.manyToOne(Category).nullable().deleteRule('set null').index(false),
    /** Null = the user has been deleted. */
    author: p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The article that this one is a translation of, which is itself no translation; null = none. */
    associatedArticle: () => p.manyToOne(Article).nullable().deleteRule('set null').index(),
    /** Its name in addresses; unique in the portal. */
    slug: p.string(),
    locale: p.string(),
    title: p.string(),
    status: choice(ARTICLE_STATUSES).default('draft'),
    /** Smaller ones stand first in their category. */
    position: p.integer(),
    /** How often readers have opened it. */
    views: p.integer().default(0),
    /** What search engines are told: `title`, `description`, `tags`. */
    meta: attributes(),
    createdAt: moment(),
    updatedAt: moment(),
    // Last, because SQLite reads over them to what stands behind.
    description: text().nullable(),
    /** Markdown. */
    content: text().nullable(),
  },
});
