import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';

const PlatformAppSchema = defineEntity({
  name: 'PlatformApp',
  tableName: 'platform_apps',
  properties: {
    id: id(),
    name: p.string(),
    createdAt: moment(),
  },
});

/** A program that manages users and accounts through the Platform API. */
export class PlatformApp extends PlatformAppSchema.class {}
PlatformAppSchema.setClass(PlatformApp);
export { PlatformAppSchema };
