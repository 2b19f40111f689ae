import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';

/** What can have a picture; the owner's own avatar_url shows it. */
export const AVATAR_OWNERS = ['Contact', 'Inbox', 'AgentBot', 'User'] as const;
export type AvatarOwner = (typeof AVATAR_OWNERS)[number];

const AvatarSchema = defineEntity({
  name: 'Avatar',
  tableName: 'avatars',
  uniques: [{ properties: ['ownerType', 'ownerId'] }],
  properties: {
    id: id(),
    ownerType: choice(AVATAR_OWNERS),
    ownerId: p.integer(),
    /** Unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    createdAt: moment(),
  },
});

/** The picture of a contact, inbox, bot or user, kept as a file of our own. */
export class Avatar extends AvatarSchema.class {}
AvatarSchema.setClass(Avatar);
export { AvatarSchema };
