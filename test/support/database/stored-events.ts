import type { Db } from '../../../src/db/database.ts';
import type { RecordedEventType } from '../../../src/entities/event.ts';
import { payloadText } from '../../../src/events/store-payload.ts';

/** An event of the database, with its payload as text. */
export type StoredEvent = { id: number; type: RecordedEventType; payload: string };

/** The events of the account, or of all, with higher numbers than `after`, in their order. */
export async function storedEvents(
  rows: Db,
  { accountId, after = 0 }: { accountId?: number; after?: number },
): Promise<StoredEvent[]> {
  const events = await rows
    .selectFrom('events as e')
    .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
    .select(['e.id', 'e.type', 'e.payload', 'l.layout'])
    .where('e.id', '>', after)
    .$if(accountId !== undefined, (query) => query.where('e.account_id', '=', accountId ?? 0))
    .orderBy('e.id')
    .execute();
  return events.map(({ id, type, ...stored }) => ({ id, type, payload: payloadText(stored) }));
}
