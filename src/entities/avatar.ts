import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';

/** The types that can have an avatar; its URL is in the owner's avatar_url. */
export const AVATAR_OWNERS = ['Contact', 'Inbox', 'AgentBot', 'User', 'Portal'] as const;
export type AvatarOwner = (typeof AVATAR_OWNERS)[number];

/** The avatar of a contact, inbox, bot or user, or the logo of a portal, as a stored file. */
export const Avatar = defineEntity({
  name: 'Avatar',
  tableName: 'avatars',
  uniques: [{ properties: ['ownerType', 'ownerId'] }],
  properties: {
    id: id(),
    ownerType: choice(AVATAR_OWNERS),
    ownerId: p.integer(),
    /** The unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    createdAt: moment(),
  },
});
