import { type OfNumber, splitByNumber } from '../../channels/whatsapp/envelope.ts';
import { configIn } from '../../channels/whatsapp/hosts.ts';
import type { Tx } from '../../db/tx.ts';
import { tooLarge } from '../../errors.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';

/** An inbox of another number than the path names, and what a callback tells of it. */
export type Other = { inbox: ReceivingInbox; part: OfNumber };

/** Numbers of which a callback may tell: they are looked for before it is known who sent it. */
export const MOST_NUMBERS = 20;

export const tooManyNumbers = () => tooLarge(`it tells of more than ${MOST_NUMBERS} numbers`);

/**
 * The parts of the callback that tell of other numbers with an inbox; at 360dialog, each number has its own.
 * @throws AppError `too_large` for too many numbers
 */
export async function othersIn(tx: Tx, body: string, inbox: ReceivingInbox | null): Promise<Other[]> {
  if (inbox?.provider === 'dialog360') return [];
  const others: Other[] = [];
  const parts = partsOf(body);
  if (parts.length > MOST_NUMBERS) throw tooManyNumbers();
  for (const part of parts) {
    if (part.phoneNumberId === '' || (inbox && part.phoneNumberId === phoneNumberIdOf(inbox))) continue;
    const found = await findByNumber(tx, part.phoneNumber);
    const isIts = found && found.inboxId !== inbox?.inboxId && phoneNumberIdOf(found) === part.phoneNumberId;
    if (isIts) others.push({ inbox: found, part });
  }
  return others;
}

/**
 * What the callback tells of this inbox, or of no number; null = nothing. At the Cloud API, what it tells of numbers without an
 * inbox is not stored.
 */
export function ownPart(body: string, inbox: ReceivingInbox | null): string | null {
  const parts = partsOf(body);
  const ownId = inbox?.provider === 'whatsapp_cloud' ? phoneNumberIdOf(inbox) : '';
  if (parts.length === 0 || ownId === '') return body;
  const own = parts.filter(({ phoneNumberId }) => phoneNumberId === '' || phoneNumberId === ownId);
  if (own.length === 0) return null;
  return JSON.stringify({ entry: own.flatMap((part) => (JSON.parse(part.body) as { entry: object[] }).entry) });
}

/** None where it cannot be read: that is found out where it is stored. */
function partsOf(body: string): OfNumber[] {
  try {
    return splitByNumber(body);
  } catch {
    return [];
  }
}

const phoneNumberIdOf = ({ channel }: ReceivingInbox) => configIn(channel.secrets, 'phone_number_id');

/** The WhatsApp inbox of the number, with its plus sign or without it; null = there is none. */
export const findByNumber = (tx: Tx, number: string) =>
  findInboxOfChannel(tx, 'whatsapp', { address: `+${number.replaceAll(/\D/g, '')}`, identifier: null });
