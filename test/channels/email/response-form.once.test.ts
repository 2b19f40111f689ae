import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ImapThread } from '../../../src/channels/email/imap/aside/imap-thread.ts';
import { Excess } from '../../../src/channels/email/imap/failures.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const thread = new ImapThread();

/** A connection to an IMAP server that sends `fetched` and `found` in answer to FETCH and SEARCH, in parts of so many bytes. */
async function givenFolder({ fetched = '', found = '', partBytes = 1000 }) {
  server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('data', (data) => {
      const [tag, command, second] = String(data).split(/\s/);
      const folder = '* 9 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 10] x\r\n';
      const answers = { CAPABILITY: '* CAPABILITY IMAP4rev1\r\n', EXAMINE: folder, FETCH: fetched, SEARCH: found };
      const answer = answers[(command === 'UID' ? second : command) as keyof typeof answers] ?? '';
      for (let at = 0; at < answer.length; at += partBytes) socket.write(answer.slice(at, at + partBytes));
      socket.write(`${tag} OK done\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, secure: false, auth: { user: 'a', pass: 'b' }, logger: false } as const;
  const connection = await thread.open({ ...settings, disableAutoIdle: true }, new AbortController().signal);
  await connection.openFolder();
  return connection;
}

/** What is said of mail 2, with so many literals. */
const withLiterals = (count: number) => `* 2 FETCH (UID 2${' X {1}\r\na'.repeat(count)})\r\n`;
/** The same with a text of so many bytes. */
const withText = (bytes: number) => `* 2 FETCH (UID 2 X "${'a'.repeat(bytes)}")\r\n`;

async function uidsIn(fetched: string, partBytes?: number): Promise<number[]> {
  const connection = await givenFolder({ fetched, ...(partBytes && { partBytes }) });
  const mails = await connection.sizes([2]).finally(() => connection.close());
  return mails.map(({ uid }) => uid);
}

describe('a response of an IMAP server', () => {
  it('is read with a hundred literals, wherever its parts end', async () => {
    expect(await uidsIn(withLiterals(100))).toEqual([2]);
    expect(await uidsIn(withLiterals(100), 7)).toEqual([2]);
  });

  it('ends the connection where it has more', async () => {
    await expect(uidsIn(withLiterals(101))).rejects.toThrow(Excess);
    await expect(uidsIn(withLiterals(101), 7)).rejects.toThrow(Excess);
  });

  it('is read where it is long, and ends the connection where it is longer than those of any server', async () => {
    expect(await uidsIn(withText(16_000))).toEqual([2]);
    await expect(uidsIn(withText(17_000))).rejects.toThrow(Excess);
  });

  it('may have the bytes of a mail besides', async () => {
    const mail = `Subject: {3}\r\n\r\n${'* 2 FETCH {9}\r\n'.repeat(10_000)}`;
    expect(await uidsIn(`* 2 FETCH (UID 2 BODY[] {${mail.length}}\r\n${mail})\r\n${withLiterals(100)}`)).toEqual([2]);
  });

  it('counts by itself', async () => {
    expect(await uidsIn(withLiterals(60) + withLiterals(60) + withText(10_000) + withText(10_000))).toEqual([2]);
  });

  it('may be a long list of numbers', async () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
    const connection = await givenFolder({ found: `* SEARCH ${numbers.join(' ')}\r\n` });

    expect(await connection.search({ uid: '1:*' })).toHaveLength(20_000);
    connection.close();
  });

  it('is no list of numbers where a number has more digits than any', async () => {
    const connection = await givenFolder({ found: `* SEARCH 1 ${'1'.repeat(17_000)}\r\n` });

    await expect(connection.search({ uid: '1:*' })).rejects.toThrow(Excess);
    expect(connection.isOpen).toBe(false);
    connection.close();
  });
});
