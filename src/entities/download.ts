import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment } from './columns.ts';

/** A file to download: an export, or the rejected rows of an import. */
export const Download = defineEntity({
  name: 'Download',
  tableName: 'downloads',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    /** The unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    /** Until when the file can be downloaded by its URL. */
    expiresAt: moment().index(),
    createdAt: moment(),
  },
});
