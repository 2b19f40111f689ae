import type { ImapFlowOptions } from 'imapflow';
import type { ImapConnection } from './imap-connection.ts';
import { ImapThread } from './imap-thread.ts';

const usual = new ImapThread();
const apart = new ImapThread();

/**
 * A connection to an IMAP server, in a thread with others; `isApart`: in another one than most, because its server may be one that
 * keeps the thread from all else. It ends at once when `signal` is aborted, and has to be closed in any case.
 * @throws RefusedLogin; Excess; ThreadEnded; Error when the server cannot be reached
 */
export function openConnection(
  server: ImapFlowOptions,
  { isApart, signal }: { isApart: boolean; signal: AbortSignal },
): Promise<ImapConnection> {
  return (isApart ? apart : usual).open(server, signal);
}
