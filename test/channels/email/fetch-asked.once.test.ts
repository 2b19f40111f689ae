import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { fetchAsked } from '../../../src/channels/email/imap/fetch-asked.ts';
import { openFolder } from '../../../src/channels/email/imap/position.ts';
import { signIn } from '../../../src/channels/email/imap/sign-in.ts';

const MEGABYTE = 1024 * 1024;

let server: Server | undefined;
afterEach(() => void server?.close());

/** What an IMAP server says of a mail. */
const mailOf = (uid: number, text: string) => `* ${uid} FETCH (UID ${uid} BODY[] {${text.length}}\r\n${text})\r\n`;

/** A connection to an IMAP server that answers what it likes to every FETCH. */
async function givenFolder(answer: string[]) {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) reply(socket, line, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, secure: false, auth: { user: 'a', pass: 'b' }, logger: false } as const;
  const client = await signIn({ ...settings, disableAutoIdle: true }, new AbortController().signal);
  await openFolder(client);
  return client;
}

function reply(socket: Socket, line: string, answer: string[]): void {
  const [tag, command, second] = line.split(' ');
  if (command === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1\r\n');
  if (command === 'EXAMINE') socket.write('* 9 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 10] x\r\n');
  if (command === 'UID' && second === 'FETCH') for (const part of answer) socket.write(part);
  if (tag) socket.write(`${tag} OK done\r\n`);
}

describe('what an IMAP server sends', () => {
  it('counts only where it was asked for', async () => {
    const client = await givenFolder([mailOf(7, 'another'), mailOf(3, 'three'), mailOf(2, 'two')]);
    const found = await fetchAsked(client, [2, 3], { source: true });
    client.close();

    expect(found.map(({ uid, source }) => [uid, String(source)])).toEqual([
      [2, 'two'],
      [3, 'three'],
    ]);
  });

  it('ends the connection where it is more than any mail has', async () => {
    const client = await givenFolder(Array.from({ length: 60 }, (_, uid) => mailOf(uid + 1, 'x'.repeat(MEGABYTE))));
    const fetched = fetchAsked(client, [2, 3], { source: true });

    await expect(fetched).rejects.toThrow('more than it was asked for');
    expect(client.usable).toBe(false);
  });
});
