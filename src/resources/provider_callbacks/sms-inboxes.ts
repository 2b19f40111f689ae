import type { Provider } from '../../channels/providers.ts';
import { ownersIn } from '../../channels/sms/receive-from-bandwidth.ts';
import { addressesIn } from '../../channels/sms/twilio-addresses.ts';
import type { Tx } from '../../db/tx.ts';
import type { Part } from './keep-parts.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';
import { MOST_NUMBERS, tooManyNumbers } from './whatsapp-numbers.ts';

/** What Twilio tells of one inbox; `ours` is the field with its number. */
export async function partOfTwilio(tx: Tx, body: string, ours: 'To' | 'From'): Promise<Part> {
  for (const address of addressesIn(new URLSearchParams(body), ours)) {
    const inbox = await findByAddress(tx, address, 'twilio');
    if (inbox) return { inbox, told: body };
  }
  return { inbox: null, told: body };
}

/** What Bandwidth tells of each of its numbers, at the address of `number`. @throws AppError `too_large` for too many numbers */
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
