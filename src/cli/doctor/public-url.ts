import { once } from 'node:events';
import { cancelLong, UNPACKED } from '../../answer-limits.ts';
import { SECOND } from '../../time.ts';
import { type Check, failed, type Outcome, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

const TIMEOUT_MS = 5 * SECOND;

/** Checks that the public URL is set, leads to a running server, opens its socket as a browser does, and begins with https. */
export const publicUrlCheck = ({ config, installation: { publicUrl } }: DoctorContext): Check => ({
  name: 'public_url',
  async look() {
    if (!config.server.public_url) {
      return warning(
        `server.public_url is not set: links begin with ${publicUrl}`,
        'set it to the https:// address under which clients reach this server',
      );
    }
    const problem = (await problemOf(`${publicUrl}/livez`)) ?? (await socketProblemOf(publicUrl));
    if (problem !== null) return problem;
    if (!publicUrl.startsWith('https://')) {
      return warning(`${publicUrl} answers, and tokens go over it in the clear`, 'put an HTTPS proxy in front of it');
    }
    return ok(`${publicUrl} answers`);
  },
});

/**
 * What is wrong with the answer from `url`; null = nothing. The address may be private, since the operator has
 * configured it.
 */
async function problemOf(url: string): Promise<Outcome | null> {
  const { got } = await import('got');
  try {
    const { statusCode, body } = await got.extend({ ...UNPACKED, handlers: [cancelLong] }).get(url, {
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      timeout: { request: TIMEOUT_MS },
    });
    if (statusCode === 200 && body.includes('"ok"')) return null;
    const advice = 'see that the proxy leads to this server, and that server.public_url is its address';
    return failed(`GET ${url} answered ${statusCode}, not as Parley does`, advice);
  } catch (error) {
    return failed(
      `GET ${url}: ${(error as Error).message}`,
      'start "parley serve", and see that the proxy leads to it',
    );
  }
}

/** The reason why no socket opens at `publicUrl`/cable; null = the server has welcomed it. */
async function socketProblemOf(publicUrl: string): Promise<Outcome | null> {
  const { WebSocket } = await import('ws');
  const url = `${publicUrl.replace(/^http/, 'ws')}/cable`;
  const socket = new WebSocket(url, ['actioncable-v1-json'], { origin: publicUrl, handshakeTimeout: TIMEOUT_MS });
  // An error that comes after the end changes nothing.
  socket.on('error', () => {});
  try {
    const [frame] = await once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (String(frame).includes('welcome')) return null;
    return failed(`${url} opens, and does not answer as Parley does`, SOCKET_ADVICE);
  } catch (error) {
    return failed(`no socket opens at ${url}: ${(error as Error).message}`, SOCKET_ADVICE);
  } finally {
    socket.terminate();
  }
}

const SOCKET_ADVICE =
  'have the proxy pass the headers Upgrade and Connection on over HTTP/1.1, as in config/examples: without the socket, nobody is told anything live';
