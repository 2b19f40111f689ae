import type { ReceivedStatus } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageRecord } from '../../records/message.ts';
import { storableReason } from '../../fields/storable.ts';
import { lockMessage } from '../messages/queries.ts';
import { setMessageStatus } from '../messages/update-message-status.ts';
import { changeMessage } from '../sending/end-sending.ts';
import type { MessagePlace } from './message-sources.ts';

/**
 * Stores the provider's status of a message or part; a step back changes nothing. A message of several parts fails with the
 * first failed part. For an undelivered copy of a mail, only its address is recorded.
 */
export function noteStatus(
  tx: Tx,
  place: MessagePlace,
  { status, error, recipient = null }: ReceivedStatus,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message } = await lockMessage(tx, place.conversationId, place.messageId);
    if (message.messageType === 'incoming') return;
    const externalError = error === null ? null : storableReason(error);
    if (status === 'failed' && recipient !== null && isCopy(message, recipient)) {
      const contentAttributes = withUndelivered(message.contentAttributes, recipient, externalError);
      return changeMessage(tx, conversation, message, { ...message, contentAttributes }, now);
    }
    const { partsCount, isWhole } = await readSent(tx, message.id);
    const isPart = partsCount > 1 || (partsCount === 1 && !isWhole);
    if (isPart && status === 'failed') {
      return changeMessage(tx, conversation, message, { ...message, status, externalError }, now);
    }
    if (isPart && message.status === 'failed') return;
    await setMessageStatus(tx, conversation, message, { status, externalError }, now);
  });
}

/** Whether the mail went to this address as a copy only. */
function isCopy({ contentAttributes }: MessageRecord, recipient: string): boolean {
  const copies = [contentAttributes['cc_emails'], contentAttributes['bcc_emails']].flat();
  return copies.some((address) => typeof address === 'string' && address.toLowerCase() === recipient);
}

function withUndelivered(attributes: Attributes, recipient: string, error: string | null): Attributes {
  const before = attributes['external_undelivered'];
  const known = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {};
  const reason = `${error ?? 'it did not arrive'}; for the others it arrived`;
  return { ...attributes, external_undelivered: { ...known, [recipient]: reason } };
}

/** How many parts of the message have been accepted, and whether these are all; 0 where that has been forgotten. */
async function readSent(tx: Tx, messageId: number): Promise<{ partsCount: number; isWhole: boolean }> {
  const sending = await tx.db
    .selectFrom('sendings')
    .select(['status', 'part_ids as partIds'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return { partsCount: sending?.partIds.length ?? 0, isWhole: sending?.status === 'accepted' };
}
