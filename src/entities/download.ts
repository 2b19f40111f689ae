import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment } from './columns.ts';

const DownloadSchema = defineEntity({
  name: 'Download',
  tableName: 'downloads',
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(),
    /** The name of the file in DATA_DIR/files, and in its address: nobody can guess it. */
    key: p.string().unique(),
    filename: p.string(),
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    /** Whoever has the address can fetch the file until then. */
    expiresAt: moment().index(),
    createdAt: moment(),
  },
});

/** A file that was made for somebody to fetch: an export, or the rows that an import refused. */
export class Download extends DownloadSchema.class {}
DownloadSchema.setClass(Download);
export { DownloadSchema };
