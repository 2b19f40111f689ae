import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { type ListeningPlace, placeInWords } from '../config/listening-place.ts';

/** Mails cannot be taken where the setting says. */
export class LmtpError extends Error {
  constructor(place: ListeningPlace, cause: unknown) {
    super(`mails cannot be taken at ${placeInWords(place)} (${(cause as Error).message}): correct mail.lmtp`, {
      cause,
    });
    this.name = 'LmtpError';
  }
}

/**
 * Listens there, and returns the place with the port that was taken. A socket that a killed process has left is replaced.
 * @throws LmtpError when another program listens there, or it cannot be listened there at all
 */
export async function listenAt(server: SMTPServer, place: ListeningPlace): Promise<ListeningPlace> {
  try {
    return await listen(server, place);
  } catch (error) {
    throw new LmtpError(place, error);
  }
}

async function listen(server: SMTPServer, place: ListeningPlace): Promise<ListeningPlace> {
  if (!('path' in place)) {
    await begin(server, place);
    return { host: place.host, port: (server.server.address() as AddressInfo).port };
  }
  // Who may use it is decided by the folder that it is in.
  const options = { path: place.path, readableAll: true, writableAll: true };
  try {
    await begin(server, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || (await isInUse(place.path))) throw error;
    await unlink(place.path);
    await begin(server, options);
  }
  return place;
}

async function begin({ server }: SMTPServer, options: object): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

async function isInUse(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
