import { defineEntity, p } from '@mikro-orm/core';
import { id, text } from './columns.ts';

/**
 * What the payloads of many events have in common: events/pack-payload.ts. Rows are neither changed nor deleted, because
 * events that refer to them must stay as they were recorded.
 */
export const PayloadLayout = defineEntity({
  name: 'PayloadLayout',
  tableName: 'payload_layouts',
  properties: {
    id: id(),
    /** SHA-256 of the layout. */
    digest: p.string().unique(),
    layout: text(),
  },
});
