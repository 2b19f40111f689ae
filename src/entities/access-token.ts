import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';

const TOKEN_OWNERS = ['User', 'AgentBot', 'PlatformApp'] as const;
export type TokenOwner = (typeof TOKEN_OWNERS)[number];

/** What a token is good for: only reading, or whatever its owner may do. */
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

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
    /** Its last characters, by which its owner can tell it from others; null = it was made before they were kept. */
    lastFour: p.string().nullable(),
    /** What its owner calls it; null = it was made for them, and is replaced by a reset. */
    name: p.string().nullable(),
    scope: choice(TOKEN_SCOPES).default('write'),
    /** When it stops being valid; null = never. */
    expiresAt: moment().nullable(),
    /** The platform app that gave it to the user; null = it was made otherwise. */
    platformAppId: p.integer().nullable(),
    /** To the minute; null = never used. */
    lastUsedAt: moment().nullable(),
    createdAt: moment(),
  },
});
