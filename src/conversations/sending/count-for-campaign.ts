import type { Tx } from '../../db/tx.ts';
import type { MessageRecord } from '../../records/message.ts';

type Counted = Pick<MessageRecord, 'status' | 'contentAttributes'>;

/**
 * Counts the new status of a one-off campaign's message in the campaign; nothing for other messages. To be called last in the
 * transaction that changes the message from `before`, because a campaign is locked after everything else.
 */
export async function countForCampaign(
  tx: Tx,
  before: Counted & Pick<MessageRecord, 'accountId' | 'additionalAttributes'>,
  after: Counted,
): Promise<void> {
  // Programs may name any campaign in a message of theirs; the other attribute is set by campaigns alone.
  const { campaign_id: displayId, one_off_campaign: isItsMessage } = before.additionalAttributes;
  if (typeof displayId !== 'number' || isItsMessage !== true) return;
  const sent = Number(isSent(after)) - Number(isSent(before));
  const failed = Number(hasFailed(after)) - Number(hasFailed(before));
  if (sent === 0 && failed === 0) return;
  await tx.db
    .updateTable('campaigns')
    .set((eb) => ({ sent_count: eb('sent_count', '+', sent), failed_count: eb('failed_count', '+', failed) }))
    .where('account_id', '=', before.accountId)
    .where('display_id', '=', displayId)
    .where('campaign_type', '=', 'one_off')
    .execute();
}

const hasFailed = ({ status }: Counted) => status === 'failed';
const isSent = ({ status, contentAttributes: { external_delivery: delivery } }: Counted) =>
  status !== 'failed' && delivery === 'accepted';
