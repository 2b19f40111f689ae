import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Message } from './message.ts';

export const FILE_TYPES = ['image', 'audio', 'video', 'file'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A file that came with a message. */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  // For listing the files of a conversation, newest first.
  indexes: [{ properties: ['conversationId', 'id'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    /** The conversation of its message. */
    conversationId: p.integer().default(0),
    message: p.manyToOne(Message).deleteRule('cascade').index(),
    fileType: choice(FILE_TYPES),
    /** The unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    /** Pixels of an image or a video; null = unknown. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** The key of the thumbnail's file; null = none. */
    thumbnailKey: p.string().nullable().unique(),
    createdAt: moment(),
  },
});
