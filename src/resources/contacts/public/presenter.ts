import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { publicContactShape } from './answers.ts';
import { seenByThemselves } from './seen-by-themselves.ts';

/** A contact as they see themselves. */
export async function presentPublicContact(tx: Tx, caller: ContactCaller): Promise<Shown<typeof publicContactShape>> {
  const { sourceId, pubsubToken } = caller.contactInbox;
  return { source_id: sourceId, pubsub_token: pubsubToken, ...(await seenByThemselves(tx, caller)) };
}
