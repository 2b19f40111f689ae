/** The identifier of a conversation, as a part of a pattern. */
export const UUID = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';
const OF_CONVERSATION = new RegExp(`^reply\\+(${UUID})@`, 'i');
const ANY = /^reply(?:\+[^@]*)?@(.*)$/i;

/** The conversation to which answers at this address belong; null = it is none for answers. */
export const conversationOf = (address: string): string | null =>
  OF_CONVERSATION.exec(address)?.[1]?.toLowerCase() ?? null;

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
