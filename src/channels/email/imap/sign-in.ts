import type { ImapFlow, ImapFlowError, ImapFlowOptions } from 'imapflow';
import { certificateProblem, lacksTls } from '../../../errors.ts';
import { storable } from '../../../fields/storable.ts';
import { readInTurns } from './read-in-turns.ts';

/** The folder that is read. */
export const FOLDER = 'INBOX';

/** The server does not take the login: trying it again helps only where it is mistaken. */
export class RefusedLogin extends Error {}

/** Characters of what a server says that are kept. */
const REASON_LENGTH = 300;
/** Response codes of a login that the server cannot check at the moment (RFC 5530). */
const PASSING = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'];

/** Port 143 begins without TLS, and port 993 with it. */
const NO_TLS =
  'the server does not speak TLS at this port: correct imap_port, or set imap_enable_ssl to false, and TLS begins with STARTTLS where the server offers it';

/**
 * A connection that is signed in; it ends at once when `signal` is aborted, and what is asked of it then fails.
 * @throws RefusedLogin; Error when the server cannot be reached
 */
export async function signIn(server: ImapFlowOptions, signal: AbortSignal): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  signal.throwIfAborted();
  const client = new ImapFlow(server);
  readInTurns(client);
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  client.on('close', () => signal.removeEventListener('abort', close));
  // It closes by itself then, and what is asked of it fails.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    if (isRefusal(error as ImapFlowError)) throw new RefusedLogin(reasonOf(error));
    const problem = certificateProblem(error, server.servername ?? String(server.host));
    if (lacksTls(error)) throw new Error(NO_TLS, { cause: error });
    throw problem === null ? error : new Error(problem, { cause: error });
  }
}

function isRefusal({ authenticationFailed, responseStatus, serverResponseCode, code }: ImapFlowError): boolean {
  if (!authenticationFailed || PASSING.includes(serverResponseCode ?? '')) return false;
  // Without any answer, the client itself does not know how to sign in there; with a code, the connection has ended.
  return responseStatus === 'NO' || (responseStatus === undefined && code === undefined);
}

/** What went wrong with a server, in its own words where it has any: a part of a sentence. */
export function reasonOf(error: unknown): string {
  const { responseText, reason, message, code } = error as ImapFlowError;
  const words = responseText || reason || message || String(error);
  const text = code && !words.includes(code) ? `${words} (${code})` : words;
  return storable(text.replaceAll(/\s+/g, ' ').trim(), REASON_LENGTH);
}
