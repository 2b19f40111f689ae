import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';

/** A program that manages users and accounts through the Platform API. */
export const PlatformApp = defineEntity({
  name: 'PlatformApp',
  tableName: 'platform_apps',
  properties: {
    id: id(),
    name: p.string(),
    createdAt: moment(),
  },
});
