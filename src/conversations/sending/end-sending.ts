import type { Provider } from '../../channels/providers.ts';
import { sourceKey } from '../../channels/receiving/source-key.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { orNull } from '../../errors.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { endJob } from '../../queue.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { changesBetween } from '../../wire/changes.ts';
import { contentAttributes } from '../../wire/message-blocks.ts';
import { writeSources } from '../receiving/message-sources.ts';
import { lockMessage } from '../messages/queries.ts';
import type { Begun } from './begin-sending.ts';
import { countForCampaign } from './count-for-campaign.ts';
import { type End, ended } from './ended.ts';
import { lockSendings, queueNext } from './plan-sending.ts';

/** The message that is being sent, the job that does it, and the provider for the messages behind it. */
export type UnderWay = { begun: Begun; jobId: number; provider: Provider };

/**
 * Stores how the sending of a message ended, and queues the next message to the same contact. Nothing is stored of a
 * message that was deleted meanwhile.
 */
export function endSending(tx: Tx, { begun, jobId, provider }: UnderWay, end: End, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const sent = await lockSent(tx, begun);
    await lockSendings(tx, begun.contactInboxId);
    const { numUpdatedRows } = await tx.db
      .updateTable('sendings')
      .set(ended(end, now))
      .where('id', '=', begun.id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (sent && Number(numUpdatedRows) > 0) await writeMessage(tx, sent.conversation, sent.message, end, now);
    await endJob(tx, jobId, now);
    if (sent) await writeParts(tx, { ...sent, provider: providerOfParts(begun, provider) }, end.partIds);
    if (await isAnyQueued(tx, begun.contactInboxId)) await queueNext(tx, { ...begun, provider }, now);
  });
}

/** The provider of the accepted parts, which may be the inbox's former provider. */
export const providerOfParts = ({ partIds, provider }: Begun, present: Provider) =>
  partIds.length > 0 && provider !== null ? provider : present;

/** The message under way and its conversation, locked; null = deleted meanwhile. */
export function lockSent(tx: Tx, { conversationId, messageId }: Begun) {
  return orNull(() => lockMessage(tx, conversationId, messageId));
}

/** Stores the ids of parts, by which the provider names the message in its statuses and a contact in answers. */
export function writeParts(
  tx: Tx,
  of: { conversation: ConversationRecord; message: MessageRecord; provider: Provider },
  partIds: readonly string[],
): Promise<void> {
  const { sourceId } = of.conversation.contactInbox;
  const keys = partIds.filter((id) => id !== '').map((id) => sourceKey(of.provider, sourceId, id));
  return writeSources(tx, { inboxId: of.message.inboxId, messageId: of.message.id }, keys);
}

async function writeMessage(
  tx: Tx,
  conversation: ConversationRecord,
  before: MessageRecord,
  { partIds, error }: End,
  now: Date,
): Promise<void> {
  const { external_delivery: _, external_attempts: __, external_last_error: ___, ...kept } = before.contentAttributes;
  const accepted = { external_delivery: 'accepted', external_delivery_at: now.toISOString() };
  const attributes: Attributes = error === null ? { ...kept, ...accepted } : kept;
  const sourceId = partIds.find((id) => id !== '') ?? before.sourceId;
  // A status may have told meanwhile that a part has failed, or has arrived.
  const isFailed = error !== null && before.status !== 'failed';
  await changeMessage(
    tx,
    conversation,
    before,
    {
      contentAttributes: attributes,
      sourceId,
      status: isFailed ? 'failed' : before.status,
      externalError: isFailed ? error : before.externalError,
    },
    now,
  );
}

/** What sending changes of a message. */
type Change = Pick<MessageRecord, 'contentAttributes' | 'sourceId' | 'status' | 'externalError'>;

/** Writes the change of the message of the locked conversation, and records it. */
export async function changeMessage(
  tx: Tx,
  conversation: ConversationRecord,
  before: MessageRecord,
  change: Change,
  now: Date,
): Promise<void> {
  const after: MessageRecord = { ...before, ...change, updatedAt: now };
  const changes = changesBetween(visible(before), visible(after));
  if (changes.length === 0) return;
  await tx.db
    .updateTable('messages')
    .set({
      content_attributes: json(change.contentAttributes),
      source_id: change.sourceId,
      status: change.status,
      external_error: change.externalError,
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
  await recordMessageUpdated(tx, conversation, after, changes, now);
  await countForCampaign(tx, before, after);
}

function visible(message: MessageRecord) {
  return {
    status: message.status,
    external_error: message.externalError,
    source_id: message.sourceId,
    content_attributes: contentAttributes(message),
  };
}

async function isAnyQueued(tx: Tx, contactInboxId: number): Promise<boolean> {
  const queued = await tx.db
    .selectFrom('sendings')
    .select('id')
    .where('contact_inbox_id', '=', contactInboxId)
    .where('status', '=', 'queued')
    .limit(1)
    .executeTakeFirst();
  return queued !== undefined;
}
