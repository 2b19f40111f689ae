import { ImapFlow, type ImapFlowError, type ImapFlowOptions } from 'imapflow';
import { certificateProblem, lacksTls } from '../../../../errors.ts';
import { reasonOf, RefusedLogin } from '../failures.ts';
import { Bounds } from './bounds.ts';
import type { Meter } from './meter.ts';
import { readInTurns } from './read-in-turns.ts';

/** Response codes of a login that the server cannot check at the moment (RFC 5530). */
const PASSING = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'];

/** Port 143 begins without TLS, and port 993 with it. */
const NO_TLS =
  'the server does not speak TLS at this port: correct imap_port, or set imap_enable_ssl to false, and TLS begins with STARTTLS where the server offers it';

/**
 * A connection that is signed in, and its bounds; it ends at once when `signal` is aborted, and what is asked of it then fails.
 * @throws RefusedLogin; Excess; Error when the server cannot be reached
 */
export async function signIn(
  server: ImapFlowOptions,
  { connection, meter, signal }: { connection: number; meter: Meter; signal: AbortSignal },
): Promise<{ client: ImapFlow; bounds: Bounds }> {
  signal.throwIfAborted();
  const client = new ImapFlow(server);
  readInTurns(client);
  const bounds = Bounds.of(client, connection, meter);
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  client.on('close', () => signal.removeEventListener('abort', close));
  // It closes by itself then, and what is asked of it fails.
  client.on('error', () => {});
  try {
    await client.connect();
    return { client, bounds };
  } catch (error) {
    client.close();
    if (bounds.excess) throw bounds.excess;
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
