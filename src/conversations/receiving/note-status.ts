import type { ReceivedStatus } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { storable } from '../../fields/storable.ts';
import { lockMessage } from '../messages/queries.ts';
import { setMessageStatus } from '../messages/update-message-status.ts';
import type { MessagePlace } from './message-sources.ts';

const REASON_LENGTH = 500;

/** Changes the status of a message to what its provider tells; a step back changes nothing. */
export function noteStatus(tx: Tx, place: MessagePlace, { status, error }: ReceivedStatus, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message } = await lockMessage(tx, place.conversationId, place.messageId);
    if (message.messageType === 'incoming') return;
    const externalError = error === null ? null : storable(error, REASON_LENGTH);
    await setMessageStatus(tx, conversation, message, { status, externalError }, now);
  });
}
