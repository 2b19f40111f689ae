import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { AutomationRule } from './automation-rule.ts';
import { id, json, moment } from './columns.ts';
import type { Attributes } from './columns.ts';
import { Macro } from './macro.ts';

/** A file that was uploaded by itself; later requests name it by its signed id and get a copy. */
export const Blob = defineEntity({
  name: 'Blob',
  tableName: 'blobs',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    /** The unguessable name of the file in DATA_DIR/files and in its URL. */
    key: p.string().unique(),
    filename: p.string(),
    /** What the client says until the file has been stored, and then what its content says. */
    contentType: p.string(),
    /** Bytes. */
    fileSize: p.integer(),
    /** MD5 of the content in base64, as the client announced it; null = it was not announced. */
    checksum: p.string().nullable(),
    metadata: json<Attributes>().default('{}'),
    /** Pixels of a picture or a video; null = unknown. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** When its content was stored; null = it has only been announced. */
    storedAt: moment().nullable(),
    /** The macro that sends it; null = none. */
    macro: p.manyToOne(Macro).nullable().deleteRule('set null').index(),
    /** The automation rule that sends it; null = none. */
    rule: p.manyToOne(AutomationRule).nullable().deleteRule('set null').index(),
    /** When it is deleted; null = it stays. */
    expiresAt: moment().nullable().index(),
    createdAt: moment(),
  },
});
