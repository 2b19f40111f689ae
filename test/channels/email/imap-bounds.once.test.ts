import { afterEach, describe, expect, it } from '@jest/globals';
import { ImapThread } from '../../../src/channels/email/imap/aside/imap-thread.ts';
import { Excess, ThreadEnded } from '../../../src/channels/email/imap/failures.ts';
import { givenScriptedImap, type ScriptedImap } from '../../support/servers/scripted-imap.ts';

const MEGABYTE = 1024 * 1024;

let servers: ScriptedImap[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

const usual = new ImapThread();

/** A connection to an IMAP server that answers so. */
async function givenFolder(answers: Record<string, string>, thread = usual) {
  const server = await givenScriptedImap(answers);
  servers.push(server);
  const settings = { host: '127.0.0.1', port: server.port, secure: false, auth: { user: 'a', pass: 'b' } } as const;
  const options = { ...settings, disableAutoIdle: true, logger: false } as const;
  const connection = await thread.open(options, new AbortController().signal);
  await connection.openFolder();
  return connection;
}

/** What an IMAP server says of a mail. */
const mailOf = (uid: number, text: string) => `* ${uid} FETCH (UID ${uid} BODY[] {${text.length}}\r\n${text})\r\n`;

/** The same, with other parts that nobody has asked for. */
const mailWith = (literals: number) => {
  const more = Array.from({ length: literals - 1 }, (_, part) => ` BODY[${part + 1}] {1}\r\nx`).join('');
  return `* 2 FETCH (UID 2 BODY[] {3}\r\ntwo${more})\r\n`;
};

describe('what an IMAP server sends', () => {
  it('counts only where it was asked for', async () => {
    const answer = [mailOf(7, 'another'), mailOf(3, 'three'), mailOf(2, 'two')].join('');
    const connection = await givenFolder({ 'UID FETCH': answer });
    const found = await connection.mails([2, 3]);
    connection.close();

    expect(found.map(({ uid, bytes }) => [uid, Buffer.from(bytes ?? []).toString()])).toEqual([
      [2, 'two'],
      [3, 'three'],
    ]);
  });

  it('ends the connection where it is more than any mail has', async () => {
    const answer = Array.from({ length: 60 }, (_, uid) => mailOf(uid + 1, 'x'.repeat(MEGABYTE))).join('');
    const connection = await givenFolder({ 'UID FETCH': answer });
    const fetched = connection.mails([2, 3]);

    await expect(fetched).rejects.toThrow(new Excess('the server sends more than it was asked for'));
    expect(connection.isOpen).toBe(false);
    connection.close();
  });

  it('ends the connection where a response has more parts than any that is asked for', async () => {
    const connection = await givenFolder({ 'UID FETCH': mailWith(100) });
    const within = await connection.mails([2]);
    connection.close();
    const other = await givenFolder({ 'UID FETCH': mailWith(101) });

    expect(within.map(({ uid }) => uid)).toEqual([2]);
    await expect(other.mails([2])).rejects.toThrow(/a response with too many literals/);
    expect(other.isOpen).toBe(false);
    other.close();
  });

  it('ends the connection where nobody asks, and more comes than changes of a mailbox take', async () => {
    const told = `* OK ${'x'.repeat(1000)}\r\n`.repeat(1100);
    const connection = await givenFolder({ IDLE: `+ idling\r\n${told}` });

    await expect(connection.wait({ shortestMs: 60_000, longestMs: 60_000 })).rejects.toThrow(
      /while mails are waited for/,
    );
    expect(connection.isOpen).toBe(false);
    connection.close();
  });

  it('leaves other connections as they are', async () => {
    const connection = await givenFolder({ 'UID FETCH': mailOf(2, 'two') });
    const bad = await givenFolder({ 'UID FETCH': mailWith(101) });
    await expect(bad.mails([2])).rejects.toThrow(Excess);
    bad.close();
    const found = await connection.mails([2]);
    connection.close();

    expect(found).toHaveLength(1);
  });

  it('ends the thread where it takes too long to read, and tells the other connections of it', async () => {
    const thread = new ImapThread({ lookMs: 10, longestWorkMs: 100 });
    const uids = Array.from({ length: 300_000 }, (_, uid) => uid + 1).join(' ');
    const other = await givenFolder({ 'UID FETCH': mailOf(2, 'two') }, thread);
    const slow = await givenFolder({ 'UID SEARCH': `* SEARCH ${uids}\r\n` }, thread);
    const [searched, waited] = await Promise.allSettled([
      slow.search({ all: true }),
      other.wait({ shortestMs: 60_000, longestMs: 60_000 }),
    ]);
    const next = await givenFolder({ 'UID FETCH': mailOf(2, 'two') }, thread);
    const found = await next.mails([2]);
    for (const connection of [other, slow, next]) connection.close();

    expect(searched).toMatchObject({
      reason: new Excess('reading what the server sends takes too much time or memory'),
    });
    expect(waited).toMatchObject({ reason: expect.any(ThreadEnded) });
    expect([other.isOpen, slow.isOpen, found.length]).toEqual([false, false, 1]);
  });
});
