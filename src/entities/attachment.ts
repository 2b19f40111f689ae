import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, json, moment } from './columns.ts';
import { Message } from './message.ts';

export const FILE_TYPES = ['image', 'audio', 'video', 'file'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** What is attached without a file: a place, and somebody's card. */
export const SHARED_TYPES = ['location', 'contact'] as const;
export type SharedType = (typeof SHARED_TYPES)[number];

/** What is known of a place, by its coordinates, or of somebody whose card it is. */
export type SharedDetails =
  | { coordinates_lat: number; coordinates_long: number; fallback_title: string }
  | { fallback_title: string; meta: { firstName: string; lastName: string } };

/** A file that came with a message, or something else that it shares. */
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
    fileType: choice([...FILE_TYPES, ...SHARED_TYPES]),
    /** The unguessable name of the file in DATA_DIR/files and in its URL. For attachments without a file, the key names none. */
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
    /** What is known of a place or a card, as answers show it; null = it is a file. */
    details: json<SharedDetails>().nullable(),
    createdAt: moment(),
  },
});
