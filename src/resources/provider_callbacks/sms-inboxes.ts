import type { Provider } from '../../channels/providers.ts';
import type { Callback } from '../../channels/receiving/receiver.ts';
import { ownersIn } from '../../channels/sms/receive-from-bandwidth.ts';
import { twilioReceiver } from '../../channels/sms/receive-from-twilio.ts';
import { addressesIn } from '../../channels/sms/twilio-addresses.ts';
import type { Tx } from '../../db/tx.ts';
import type { Part } from './keep-parts.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';
import { MOST_NUMBERS, tooManyNumbers } from './whatsapp-numbers.ts';

/**
 * What Twilio tells of one inbox; `ours` is the field with its number. It is the first by whose secrets the request is genuine:
 * another account may have an inbox with the messaging service of this one, which nobody checks. Where it is genuine by none,
 * the first is named.
 */
export async function partOfTwilio(tx: Tx, callback: Callback, ours: 'To' | 'From'): Promise<Part> {
  const { body: told } = callback;
  let first: ReceivingInbox | null = null;
  for (const address of addressesIn(callback.form(), ours)) {
    const inbox = await findByAddress(tx, address, 'twilio');
    if (inbox && twilioReceiver.refusal(callback, inbox.channel) === null) return { inbox, told };
    first ??= inbox;
  }
  return { inbox: first, told };
}

/** Bandwidth's callback at the address of `number`, by inbox. @throws AppError `too_large` for too many numbers */
export async function partsOfBandwidth(tx: Tx, body: string, number: string): Promise<Part[]> {
  const owners = ownersIn(body);
  if (owners.length > MOST_NUMBERS) throw tooManyNumbers();
  const parts: Part[] = [];
  for (const owner of owners.length === 0 ? [number] : owners) {
    parts.push({ inbox: await findByAddress(tx, owner, 'bandwidth'), told: body });
  }
  return parts;
}

async function findByAddress(tx: Tx, address: string, provider: Provider): Promise<ReceivingInbox | null> {
  const inbox = await findInboxOfChannel(tx, 'sms', { address, identifier: null });
  return inbox?.provider === provider ? inbox : null;
}
