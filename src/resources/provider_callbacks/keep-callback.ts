import { type Callback, type RawEvent, type Receiver, unreadEvent } from '../../channels/receiving/receiver.ts';
import type { OutgoingChannel } from '../../channels/transport.ts';
import { keepEvents } from '../../conversations/receiving/keep-events.ts';
import type { Tx } from '../../db/tx.ts';
import type { ReceivingInbox } from './receiving-inbox.ts';

/** Stores the events of an authenticated request from the inbox's provider. An unreadable request is stored unchanged. */
export function keepCallback(
  tx: Tx,
  { account, inboxId, channel }: ReceivingInbox,
  receiver: Receiver,
  callback: Callback,
  now: Date,
): Promise<number> {
  return keepEvents(tx, { accountId: account.id, inboxId }, eventsIn(receiver, callback, channel), now);
}

function eventsIn(receiver: Receiver, callback: Callback, channel: OutgoingChannel): RawEvent[] {
  try {
    return receiver.eventsIn(callback, channel);
  } catch {
    return [unreadEvent(callback.body)];
  }
}
