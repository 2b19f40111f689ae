import { createHash, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../db/vault.ts';
import { DAY } from '../../../time.ts';

const PURPOSE = 'codes of inbox addresses';
const LENGTH = 12;

/** The code that proves that mails to the address are read by the account of the channel. It is good for one to two days. */
export const addressCode = (vault: Vault, channelId: number, address: string, now: Date) =>
  codeOf(vault, `${channelId} ${address}`, dayOf(now));

/** Whether it is the code for the channel and the address. */
export function isAddressCode(vault: Vault, channelId: number, address: string, given: string, now: Date): boolean {
  const code = digestOf(given.trim().toLowerCase());
  return [dayOf(now), dayOf(now) - 1].some((day) =>
    timingSafeEqual(digestOf(codeOf(vault, `${channelId} ${address}`, day)), code),
  );
}

const codeOf = (vault: Vault, subject: string, day: number) =>
  vault.sign(PURPOSE, `${subject} ${day}`).toString('hex').slice(0, LENGTH);

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY);

/** Texts of any length, to be compared. */
const digestOf = (text: string) => createHash('sha256').update(text).digest();
