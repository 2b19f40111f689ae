import { defineEntity, p } from '@mikro-orm/core';
import { Category } from './category.ts';

/** That a category points its readers to another one. */
export const RelatedCategory = defineEntity({
  name: 'RelatedCategory',
  tableName: 'related_categories',
  properties: {
    category: p.manyToOne(Category).primary().deleteRule('cascade').index(false),
    relatedCategory: p.manyToOne(Category).primary().deleteRule('cascade').index(),
  },
});
