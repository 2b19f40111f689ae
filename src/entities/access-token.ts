import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';

const TOKEN_OWNERS = ['User', 'AgentBot', 'PlatformApp'] as const;
export type TokenOwner = (typeof TOKEN_OWNERS)[number];

/** A token for the header api_access_token. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  indexes: [{ properties: ['ownerType', 'ownerId'] }],
  properties: {
    id: id(),
    ownerType: choice(TOKEN_OWNERS),
    ownerId: p.integer(),
    /** SHA-256 of the token in hex. The token itself is shown once, when it is made. */
    digest: p.string().unique().hidden(),
    /** The platform app that gave it to the user; null = it was made otherwise. */
    platformAppId: p.integer().nullable(),
    /** To the minute; null = never used. */
    lastUsedAt: moment().nullable(),
    createdAt: moment(),
  },
});
