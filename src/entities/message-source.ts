import { defineEntity, p } from '@mikro-orm/core';
import { id, text } from './columns.ts';
import { Message } from './message.ts';

/** An id that a message has in its channel. A message that was sent in parts, or received in parts, has several. */
export const MessageSource = defineEntity({
  name: 'MessageSource',
  tableName: 'message_sources',
  uniques: [{ properties: ['inboxId', 'key'] }],
  properties: {
    id: id(),
    inboxId: p.integer(),
    /** As `channels/receiving/source-key.ts` makes it. */
    key: text(),
    message: p.manyToOne(Message).deleteRule('cascade').index(),
  },
});
