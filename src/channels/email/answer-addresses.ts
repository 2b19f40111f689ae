import type { Vault } from '../../db/vault.ts';
import { isSameText } from '../receiving/same-text.ts';

/** The identifier of a conversation, as a part of a pattern. */
export const UUID = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';
/** Hexadecimal digits: a part of an address may have 64 characters. */
const KEY_LENGTH = 20;
const OF_CONVERSATION = new RegExp(`^reply\\+(${UUID})(?:\\.([\\da-f]{${KEY_LENGTH}}))?@`, 'i');
const PURPOSE = 'answers of contacts by mail';
const ANY = /^reply(?:\+[^@]*)?@(.*)$/i;

/** The conversation to which answers at this address belong; null = it is none for answers. */
export const conversationOf = (address: string): string | null =>
  OF_CONVERSATION.exec(address)?.[1]?.toLowerCase() ?? null;

/** A conversation, and the address that a mail about it is sent to. */
export type Mailed = { uuid: string; email: string };

/**
 * The address at which a contact answers a mail about a conversation. Only recipients of the mail know the address, which cannot be told
 * from the conversation.
 */
export function answerAddress(vault: Vault, mailed: Mailed, domain: string): string {
  return `reply+${mailed.uuid}.${keyOf(vault, mailed)}@${domain}`;
}

/** Whether a mail to `address` shows that its sender has got a mail of this conversation at `mailed.email`. */
export function isAnswerOf(vault: Vault, mailed: Mailed, address: string): boolean {
  const key = OF_CONVERSATION.exec(address)?.[2]?.toLowerCase() ?? '';
  return isSameText(keyOf(vault, mailed), key);
}

const keyOf = (vault: Vault, { uuid, email }: Mailed) =>
  vault.sign(PURPOSE, `${uuid.toLowerCase()} ${email.toLowerCase()}`).toString('hex').slice(0, KEY_LENGTH);

/**
 * Whether answers to conversations, of whatever account, go to addresses like this one: `reply@`, with or without a part
 * behind a plus sign, in the domain whose mail comes to the installation ('' = none).
 */
export function isAnswerAddress(address: string, inboundDomain: string): boolean {
  return inboundDomain !== '' && ANY.exec(address)?.[1]?.toLowerCase() === inboundDomain;
}

/** Addresses at which certificate authorities and mail servers reach the person who runs a domain (RFC 2142). */
const OF_THE_OPERATOR =
  /^(?:postmaster|hostmaster|webmaster|admin|administrator|abuse|security|mailer-daemon|root)@(.*)$/i;

/** Whether mails to the address are for who runs the server, in the domain whose mail comes to the installation ('' = none). */
export function isOperatorsAddress(address: string, inboundDomain: string): boolean {
  return inboundDomain !== '' && OF_THE_OPERATOR.exec(address)?.[1]?.toLowerCase() === inboundDomain;
}
