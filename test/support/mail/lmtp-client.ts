import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { ListeningPlace } from '../../../src/config/listening-place.ts';

/** What became of a mail for each of its recipients. */
export type Handed = { accepted: string[]; rejected: Record<string, string> };

/** Hands a mail over as a mail server does, with a client of its own. @throws Error when no recipient is taken */
export async function handOverByLmtp(place: ListeningPlace, to: string[], mail: string | Buffer): Promise<Handed> {
  const socket = await connected(place);
  const client = new SMTPConnection({ lmtp: true, connection: socket, ignoreTLS: true });
  try {
    await step((done) => client.connect(done));
    const envelope = { from: 'bounces@example.com', to, size: mail.length };
    const sent = await step<SMTPConnection.SentMessageInfo>((done) => client.send(envelope, mail, done));
    const errors = sent.rejectedErrors ?? [];
    return {
      accepted: sent.accepted.map(String),
      rejected: Object.fromEntries(sent.rejected.map((address, index) => [address, errors[index]?.response ?? ''])),
    };
  } finally {
    client.close();
  }
}

function step<T = unknown>(begin: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    begin((error, result) => (error ? reject(error) : resolve(result as T)));
  });
}

/** A connection on which the words of the protocol are said one by one. */
export type Talk = {
  /** Says a line, and gives the last line of the answer. */
  say(line: string): Promise<string>;
  /** Writes without waiting. */
  write(text: string): void;
  /** The last line of the next answer; '' = the server has closed the connection. */
  hear(): Promise<string>;
  cutOff(): void;
};

/** Connects, hears the greeting, and says LHLO; with EHLO in its place, it is a talk by SMTP. */
export async function talkByLmtp(place: ListeningPlace, hello: 'LHLO' | 'EHLO' = 'LHLO'): Promise<Talk> {
  const socket = await connected(place);
  const lines: string[] = [];
  let rest = '';
  let more = Promise.withResolvers<void>();
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const all = `${rest}${text}`.split('\r\n');
    rest = all.pop() ?? '';
    // Lines with a hyphen after the code are followed by others of the same answer.
    lines.push(...all.filter((line) => !/^\d{3}-/.test(line)));
    more.resolve();
  });
  socket.once('close', () => more.resolve());
  const talk: Talk = {
    async say(line) {
      socket.write(`${line}\r\n`);
      return talk.hear();
    },
    write: (text) => void socket.write(text),
    async hear() {
      while (lines.length === 0 && !socket.closed) {
        await more.promise;
        more = Promise.withResolvers();
      }
      return lines.shift() ?? '';
    },
    cutOff: () => void socket.destroy(),
  };
  await talk.hear();
  await talk.say(`${hello} mx.example.com`);
  return talk;
}

async function connected(place: ListeningPlace): Promise<Socket> {
  const socket = 'path' in place ? connect(place.path) : connect(place.port, place.host);
  await once(socket, 'connect');
  return socket;
}
