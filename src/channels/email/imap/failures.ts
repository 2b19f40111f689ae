import type { ImapFlowError } from 'imapflow';
import { storable } from '../../../fields/storable.ts';

/** The server does not take the login: trying it again helps only where it is mistaken. */
export class RefusedLogin extends Error {}

/** The server sends more than any has to, or what takes too long to read. */
export class Excess extends Error {}

/** The thread with the connection has ended, for a reason that is not this connection's. */
export class ThreadEnded extends Error {}

/** Characters of what a server says that are kept. */
const REASON_LENGTH = 300;

/** What went wrong with a server, in its own words where it has any: a part of a sentence. */
export function reasonOf(error: unknown): string {
  const { responseText, reason, message, code } = error as ImapFlowError;
  const words = responseText || reason || message || String(error);
  const text = code && !words.includes(code) ? `${words} (${code})` : words;
  return storable(text.replaceAll(/\s+/g, ' ').trim(), REASON_LENGTH);
}

/** Whether the server has answered a command by refusing it, but not because it is asked too often. */
export function isAnswer(error: unknown): boolean {
  const { responseStatus, code } = error as ImapFlowError;
  return code === undefined && (responseStatus === 'NO' || responseStatus === 'BAD');
}
