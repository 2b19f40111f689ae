import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';
import { Portal } from './portal.ts';

/** A category of a portal's articles, in one of its locales. */
export const Category = defineEntity({
  name: 'Category',
  tableName: 'categories',
  uniques: [{ properties: ['portal', 'locale', 'slug'] }],
  indexes: [{ properties: ['portal', 'locale', 'position', 'id'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    portal: p.manyToOne(Portal).deleteRule('cascade').index(false),
    name: p.string(),
    /** Its name in addresses; unique in the portal and locale. */
    slug: p.string(),
    locale: p.string(),
    description: text().nullable(),
    /** Smaller ones stand first. */
    position: p.integer(),
    /** An emoji, or the name of an icon; empty = none. */
    icon: p.string().default(''),
    iconColor: p.string().default(''),
    /** The category that this one is a part of; null = none. */
    parentCategory: () => p.manyToOne(Category).nullable().deleteRule('set null').index(),
    /** The category that this one is a translation of; null = none. */
    associatedCategory: () => p.manyToOne(Category).nullable().deleteRule('set null').index(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
