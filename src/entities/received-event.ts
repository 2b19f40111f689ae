import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment, text } from './columns.ts';
import { Inbox } from './inbox.ts';

/** `waiting` until it is handled; `ignored` when there was nothing to store. */
export const RECEIVED_STATUSES = ['waiting', 'done', 'ignored', 'failed'] as const;
export type ReceivedStatus = (typeof RECEIVED_STATUSES)[number];

/** What a provider has told about an inbox: stored before it is answered, and handled after. */
export const ReceivedEvent = defineEntity({
  name: 'ReceivedEvent',
  tableName: 'received_events',
  uniques: [{ properties: ['inbox', 'key'] }],
  indexes: [
    // For the next event of a lane; few wait.
    { properties: ['inbox', 'lane', 'id'], where: "status = 'waiting'" },
    // For the removal of files; few have any.
    { properties: ['fileKey'], where: 'file_key is not null' },
  ],
  properties: {
    id: id(),
    accountId: p.integer(),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(false),
    /** By which its repetitions are recognized. */
    key: p.string(),
    /** Events of a lane are handled one after the other. */
    lane: p.string(),
    /** What the provider said; '' once it is done. */
    body: text(),
    /** The file with what was said, in the place of `body`, as of mails; null = none, or it is done. */
    fileKey: p.string().nullable(),
    status: choice(RECEIVED_STATUSES).default('waiting'),
    /** Why it failed or was ignored; null = neither. */
    error: text().nullable(),
    createdAt: moment(),
    /** Null = it waits. */
    endedAt: moment().nullable().index(),
  },
});
