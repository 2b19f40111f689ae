import { defineEntity, p } from '@mikro-orm/core';
import { attributes, id, moment, text } from './columns.ts';
import { Message } from './message.ts';

/** A file of a received message that has not been fetched yet. Its row is deleted once it is attached. */
export const ReceivedFile = defineEntity({
  name: 'ReceivedFile',
  tableName: 'received_files',
  properties: {
    id: id(),
    message: p.manyToOne(Message).deleteRule('cascade').index(),
    /** What the channel finds it by; never a secret. */
    source: attributes(),
    /** What the sender called it; null = nothing. */
    name: text().nullable(),
    /** What the provider says that it is; null = nothing. */
    contentType: p.string().nullable(),
    /** Why it cannot be fetched at all; null = it has not been tried in vain. */
    error: text().nullable(),
    createdAt: moment(),
  },
});
