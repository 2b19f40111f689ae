import { bodyOfNumber, type OfNumber, splitByNumber } from '../../channels/whatsapp/envelope.ts';
import { configIn } from '../../channels/whatsapp/hosts.ts';
import type { Tx } from '../../db/tx.ts';
import { tooLarge } from '../../errors.ts';
import type { Part } from './keep-parts.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';

/** Most numbers in a callback, limited because they are looked up before the sender is authenticated. */
export const MOST_NUMBERS = 20;

export const tooManyNumbers = () => tooLarge(`it tells of more than ${MOST_NUMBERS} numbers`);

/**
 * The callback at the address of this inbox, by inbox: for the Cloud API, without numbers that have no inbox; for 360dialog,
 * as a whole, because each number has its own address.
 * @throws AppError `too_large` for too many numbers
 */
export async function partsOfWhatsapp(tx: Tx, body: string, inbox: ReceivingInbox | null): Promise<Part[]> {
  const parts = splitIn(body);
  const own = ownPart(body, parts, inbox);
  const others = inbox?.provider === 'dialog360' ? [] : await othersIn(tx, parts, inbox);
  return [...(own === null ? [] : [{ inbox, told: own }]), ...others];
}

/** [] for an unreadable callback, which is handled when it is stored. */
function splitIn(body: string): OfNumber[] {
  try {
    return splitByNumber(body);
  } catch {
    return [];
  }
}

/** The part of the callback about this inbox, or about no number; null = there is none. */
function ownPart(body: string, parts: readonly OfNumber[], inbox: ReceivingInbox | null): string | null {
  const ownId = inbox?.provider === 'whatsapp_cloud' ? phoneNumberIdOf(inbox) : '';
  if (parts.length === 0 || ownId === '') return body;
  const own = parts.filter(({ phoneNumberId }) => phoneNumberId === '' || phoneNumberId === ownId);
  return own.length === 0 ? null : bodyOfNumber(own.flatMap(({ changes }) => changes));
}

/** The parts for other numbers with an inbox. */
async function othersIn(tx: Tx, parts: readonly OfNumber[], inbox: ReceivingInbox | null): Promise<Part[]> {
  const others: Part[] = [];
  if (parts.length > MOST_NUMBERS) throw tooManyNumbers();
  for (const { phoneNumberId, phoneNumber, changes } of parts) {
    if (phoneNumberId === '' || (inbox && phoneNumberId === phoneNumberIdOf(inbox))) continue;
    const found = await findByNumber(tx, phoneNumber);
    const isIts = found && found.inboxId !== inbox?.inboxId && phoneNumberIdOf(found) === phoneNumberId;
    if (isIts) others.push({ inbox: found, told: bodyOfNumber(changes) });
  }
  return others;
}

const phoneNumberIdOf = ({ channel }: ReceivingInbox) => configIn(channel.secrets, 'phone_number_id');

/** The WhatsApp inbox of the number, with its plus sign or without it; null = there is none. */
export const findByNumber = (tx: Tx, number: string) =>
  findInboxOfChannel(tx, 'whatsapp', { address: `+${number.replaceAll(/\D/g, '')}`, identifier: null });
