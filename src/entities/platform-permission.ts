import { defineEntity, p } from '@mikro-orm/core';
import { choice, flag, id, moment } from './columns.ts';
import { PlatformApp } from './platform-app.ts';

const PERMISSIBLE_TYPES = ['User', 'Account', 'AgentBot'] as const;
export type PermissibleType = (typeof PERMISSIBLE_TYPES)[number];

/** A record that a platform app has created or was granted, and so may manage; or a user whose address it knew. */
export const PlatformPermission = defineEntity({
  name: 'PlatformPermission',
  tableName: 'platform_permissions',
  uniques: [{ properties: ['platformApp', 'permissibleType', 'permissibleId'] }],
  properties: {
    id: id(),
    platformApp: p.manyToOne(PlatformApp).deleteRule('cascade').index(false),
    permissibleType: choice(PERMISSIBLE_TYPES),
    permissibleId: p.integer(),
    /** False for a user of others: the app may only invite them to accounts that it manages. */
    mayManage: flag().default(true),
    createdAt: moment(),
  },
});
