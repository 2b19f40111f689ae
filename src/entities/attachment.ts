import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Message } from './message.ts';

export const FILE_TYPES = ['image', 'audio', 'video', 'file'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const AttachmentSchema = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  // The files of a conversation are listed from the end of it.
  indexes: [{ properties: ['conversationId', 'id'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    /** Of its message. */
    conversationId: p.integer().default(0),
    message: () => p.manyToOne(Message).lazyRef().deleteRule('cascade').index(),
    fileType: choice(FILE_TYPES),
    /** Unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    /** Pixels of an image or a video; null = not known. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** The file of a smaller picture, named as `key` is; null = there is none. */
    thumbnailKey: p.string().nullable().unique(),
    createdAt: moment(),
  },
});

/** A file that came with a message. */
export class Attachment extends AttachmentSchema.class {}
AttachmentSchema.setClass(Attachment);
export { AttachmentSchema };
