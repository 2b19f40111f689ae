import { isSameText } from '../../../channels/receiving/same-text.ts';
import type { Vault } from '../../../db/vault.ts';
import { DAY } from '../../../time.ts';

const PURPOSE = 'codes of inbox addresses';
const LENGTH = 12;

/** The code that proves that mails to the address are read by the account of the channel. It is good for one to two days. */
export const addressCode = (vault: Vault, channelId: number, address: string, now: Date) =>
  codeOf(vault, `${channelId} ${address}`, dayOf(now));

/** Whether it is the code for the channel and the address. */
export function isAddressCode(vault: Vault, channelId: number, address: string, given: string, now: Date): boolean {
  const code = given.trim().toLowerCase();
  return [dayOf(now), dayOf(now) - 1].some((day) => isSameText(codeOf(vault, `${channelId} ${address}`, day), code));
}

const codeOf = (vault: Vault, subject: string, day: number) =>
  vault.sign(PURPOSE, `${subject} ${day}`).toString('hex').slice(0, LENGTH);

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY);
