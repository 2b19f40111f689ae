import type { Vault } from '../../db/vault.ts';
import { isSameText } from '../receiving/same-text.ts';

/** A member who may answer in a conversation by mail; both by row key. */
export type MemberPlace = { userId: number; conversationId: number };

const PURPOSE = 'answers of members by mail';
/** Hexadecimal digits, since mail servers may change capital letters. */
const SIGNATURE_LENGTH = 32;
const ADDRESS = /^reply\+m([\da-z]{1,11})\.([\da-z]{1,11})\.([\da-f]{32})@/i;
const LANE = /^member (\d{1,15}) (\d{1,15})$/;

/** The personal, unguessable address at which a member answers in a conversation by mail. */
export function memberAddress(vault: Vault, place: MemberPlace, domain: string): string {
  const ids = [place.userId, place.conversationId].map((id) => id.toString(36)).join('.');
  return `reply+m${ids}.${signatureOf(vault, place)}@${domain}`;
}

/** Whose answers go to this address; null = it is none that `memberAddress` has made. */
export function memberOf(vault: Vault, address: string): MemberPlace | null {
  const [, user = '', conversation = '', signature = ''] = ADDRESS.exec(address) ?? [];
  if (signature === '') return null;
  const place = { userId: Number.parseInt(user, 36), conversationId: Number.parseInt(conversation, 36) };
  return isSameText(signatureOf(vault, place), signature.toLowerCase()) ? place : null;
}

/** The lane of received events (`RawEvent`) for what the member answers, and whose lane it is; null = of no member. */
export const memberLane = ({ userId, conversationId }: MemberPlace) => `member ${userId} ${conversationId}`;
export function memberOfLane(lane: string): MemberPlace | null {
  const [, userId, conversationId] = LANE.exec(lane) ?? [];
  return userId === undefined ? null : { userId: Number(userId), conversationId: Number(conversationId) };
}

const signatureOf = (vault: Vault, { userId, conversationId }: MemberPlace) =>
  vault.sign(PURPOSE, `${userId} ${conversationId}`).toString('hex').slice(0, SIGNATURE_LENGTH);
