import type {
  Profile,
  ReceivedDeletion,
  ReceivedItem,
  ReceivedMessage,
  ReceivedStatus,
} from '../../channels/receiving/receiver.ts';
import { sourceKey } from '../../channels/receiving/source-key.ts';
import { noteBounce } from '../../conversations/continuity/end-continuity.ts';
import { addReceived, slotKey } from '../../conversations/receiving/add-received.ts';
import { endEvent } from '../../conversations/receiving/end-event.ts';
import { findBySource } from '../../conversations/receiving/message-sources.ts';
import { noteStatus } from '../../conversations/receiving/note-status.ts';
import { noteStatusOfDoubtful } from '../../conversations/receiving/note-status-of-doubtful.ts';
import { takeHandover } from '../../conversations/receiving/take-handover.ts';
import { deleteMessage } from '../../conversations/messages/delete-message.ts';
import { withdrawMessage } from '../../conversations/messages/withdraw-message.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { receiveAnswer } from '../contacts/receive-answer.ts';
import { changeIds } from '../contacts/ids/change-ids.ts';
import { noteRecipient } from '../contacts/ids/note-recipient.ts';
import { receiveContact } from '../contacts/receive-contact.ts';
import { queueSync } from '../inboxes/whatsapp/sync-templates.ts';
import type { ReceivingInbox } from './receiving-inbox.ts';

/** A status of a message that is not known, or not yet: an answer of the provider may still be on its way. */
export class UnknownMessage extends Error {}
const UNKNOWN = 'no message has this id';

/** The profiles of contacts who are new in the inbox, by their ids in the channel. */
export type Profiles = ReadonlyMap<string, Profile | null>;

/** An event. `isLast`: it does not wait any more for what it is about. */
type Told = { eventId: number; items: readonly ReceivedItem[]; profiles: Profiles; isLast: boolean };

/**
 * Stores the content of an event and its end in a single transaction. Does nothing if the event no longer waits.
 * @throws UnknownMessage; AppError as `addReceived` and `receiveContact` do
 */
export function takeEvent(
  tx: Tx,
  inbox: ReceivingInbox,
  { eventId, items, profiles, isLast }: Told,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    if (!(await endEvent(tx, eventId, endOf(items), now))) return;
    for (const item of items) await takeItem(tx, inbox, item, { profiles, isLast }, now);
  });
}

function endOf(items: readonly ReceivedItem[]) {
  const whys = items.flatMap((item) => (item.is === 'ignored' ? [item.why] : []));
  const isIgnored = whys.length === items.length;
  return { status: isIgnored ? ('ignored' as const) : ('done' as const), error: whys.join('; ') || null };
}

/** The parts of `Told` that decide how an item is taken. */
type Telling = Pick<Told, 'profiles' | 'isLast'>;

async function takeItem(tx: Tx, inbox: ReceivingInbox, item: ReceivedItem, telling: Telling, now: Date): Promise<void> {
  const { inboxId, account, provider } = inbox;
  switch (item.is) {
    case 'ignored':
      return;
    case 'message':
      return takeMessage(tx, inbox, item, telling, now);
    case 'status':
      return takeStatus(tx, inbox, item, now);
    case 'deletion':
      return takeDeletion(tx, inbox, item, now);
    case 'templates':
      return queueSync(tx, account.id, { id: inboxId }, now);
    case 'handover':
      return takeHandover(tx, inboxId, item, now);
    case 'renaming':
      return changeIds(tx, { account, inboxId }, item, now);
    case 'emptying':
      return emptySlot(tx, inboxId, sourceKey(provider, '', slotKey(item.slot)), now);
  }
}

async function takeMessage(
  tx: Tx,
  { inboxId, account, provider, takesAnswersOnly }: ReceivingInbox,
  item: ReceivedMessage,
  { profiles, isLast }: Telling,
  now: Date,
): Promise<void> {
  if (takesAnswersOnly) {
    const { caller, ...where } = await receiveAnswer(tx, { account, inboxId }, item, now);
    return addReceived(tx, { account, inboxId, provider, caller }, { ...item, ...where }, now);
  }
  if (item.kind === 'edit' && !isLast) {
    const keys = [sourceKey(provider, item.from.sourceId, item.sourceId)];
    if (!(await findBySource(tx, inboxId, keys))) throw new UnknownMessage('no message has this id yet');
  }
  const profile = profiles.get(item.from.sourceId) ?? null;
  const caller = await receiveContact(tx, { account, inboxId }, item.from, profile, now);
  return addReceived(tx, { account, inboxId, provider, caller }, item, now);
}

async function takeStatus(
  tx: Tx,
  { inboxId, account, provider, takesAnswersOnly }: ReceivingInbox,
  item: ReceivedStatus,
  now: Date,
): Promise<void> {
  const place = await findBySource(tx, inboxId, [sourceKey(provider, '', item.sourceId)]);
  if (place) {
    if (item.to) await noteRecipient(tx, { account, inboxId }, place, item.to, now);
    // The message itself can still be read where it was written.
    return takesAnswersOnly ? noteBounce(tx, place, item.error ?? item.status, now) : noteStatus(tx, place, item, now);
  }
  const { messageId } = item;
  const isStored = messageId ? await noteStatusOfDoubtful(tx, inboxId, { ...item, messageId }, now) : false;
  if (!isStored) throw new UnknownMessage(UNKNOWN);
}

async function takeDeletion(tx: Tx, inbox: ReceivingInbox, { sourceId }: ReceivedDeletion, now: Date): Promise<void> {
  const place = await findBySource(tx, inbox.inboxId, [sourceKey(inbox.provider, '', sourceId)]);
  if (!place) throw new UnknownMessage(UNKNOWN);
  await deleteMessage(tx, place.conversationId, place.messageId, now);
}

async function emptySlot(tx: Tx, inboxId: number, key: string, now: Date): Promise<void> {
  const place = await findBySource(tx, inboxId, [key]);
  if (!place) return;
  await withdrawMessage(tx, place.conversationId, place.messageId, now);
}
