import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Socket } from 'node:net';
import { eventually } from '../eventually.ts';
import { freePort } from '../database/postgres.ts';

/** A mail as it arrived: the addresses it was sent to, and what is in it. */
export type Arrived = { from: string; to: string[]; raw: string; email: Email };

/**
 * What it does instead of taking a mail: says something else (`reply`), takes it and ends the connection (`lost`), ends it
 * before it takes anything (`cut`), or answers only after `until` (`held`).
 */
export type MailFault =
  | { is: 'reply'; text: string }
  | { is: 'lost' }
  | { is: 'cut' }
  | { is: 'held'; until: Promise<unknown> };

/** A real SMTP server on this machine, which can be stopped for a while. */
export type MailServer = {
  /** smtp://user:password@127.0.0.1:port */
  url: string;
  arrived: Arrived[];
  /**
   * The mails that have arrived for `address`, once there are `count`, 1 unless given.
   * @throws Error when there are fewer after LONGEST_WAIT_MS
   */
  mailsTo(address: string, count?: number): Promise<Arrived[]>;
  /** Why mails are refused, as SMTP says it ("552 too big"); null = they are taken. */
  refusal: string | null;
  /** Addresses that are refused, and why. */
  refusedRecipients: Map<string, string>;
  /** Whether it ends its connections, instead of answering, once it has taken a mail. */
  losesAnswers: boolean;
  /** What it does with the next mails, one after the other; null = it takes it. */
  faults: (MailFault | null)[];
  /** What it says to clients that log in ("535 wrong password"); null = it looks at their password. */
  loginRefusal: string | null;
  /** Whether it says that it takes addresses with letters outside of ASCII. */
  takesUtf8: boolean;
  /** The access token that lets clients in (XOAUTH2); null = none does. */
  token: string | null;
  /** Stops listening; clients that are connected are cut off. */
  leave(): Promise<void>;
  /** Listens again, at the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
};

const USER = 'parley';
const PASSWORD = 'secret';

export async function givenMailServer(): Promise<MailServer> {
  const port = await freePort();
  let server: SMTPServer | null = null;
  const mailServer: MailServer = {
    url: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    arrived: [],
    refusal: null,
    refusedRecipients: new Map(),
    losesAnswers: false,
    faults: [],
    loginRefusal: null,
    takesUtf8: true,
    token: null,
    mailsTo: (address, count = 1) =>
      eventually(
        () => mailServer.arrived.filter(({ to }) => to.includes(address)),
        (mails) => mails.length >= count,
      ),
    async leave() {
      await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
      server = null;
    },
    async comeBack() {
      server = listening(mailServer);
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    },
    stop: () => mailServer.leave(),
  };
  await mailServer.comeBack();
  return mailServer;
}

function listening(mailServer: MailServer): SMTPServer {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    get hideSMTPUTF8() {
      return !mailServer.takesUtf8;
    },
    allowInsecureAuth: true,
    // Clients that are still connected when the server leaves are cut off soon.
    closeTimeout: 100,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, password, accessToken }, _, done) {
      const { loginRefusal, token } = mailServer;
      if (loginRefusal !== null) done(replyOf(loginRefusal));
      else if (method === 'XOAUTH2') done(null, isSameToken(token, accessToken) ? { user: username } : NO_TOKEN);
      else if (username === USER && password === PASSWORD) done(null, { user: USER });
      else done(new Error('535 wrong user or password'));
    },
    onRcptTo({ address }, _, done) {
      const refusal = mailServer.refusedRecipients.get(address);
      done(refusal === undefined ? null : replyOf(refusal));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void take(mailServer, session, Buffer.concat(chunks), { done, sockets }));
    },
  });
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return server;
}

async function take(
  mailServer: MailServer,
  { envelope: { mailFrom, rcptTo }, remotePort }: SMTPServerSession,
  bytes: Buffer,
  { done, sockets }: { done: (error?: Error) => void; sockets: Set<Socket> },
): Promise<void> {
  const { refusal } = mailServer;
  if (refusal !== null) return done(replyOf(refusal));
  const fault = mailServer.faults.shift();
  const cut = () => [...sockets].find((socket) => socket.remotePort === remotePort)?.destroy();
  if (fault?.is === 'reply') return done(replyOf(fault.text));
  if (fault?.is === 'cut') return void cut();
  const [from, to] = [mailFrom ? mailFrom.address : '', rcptTo.map(({ address }) => address)];
  mailServer.arrived.push({ from, to, raw: bytes.toString('latin1'), email: await PostalMime.parse(bytes) });
  if (mailServer.losesAnswers || fault?.is === 'lost') return void cut();
  if (fault?.is === 'held') await fault.until;
  done();
}

/** How Google refuses a token: the client answers with an empty line, and hears the refusal then. */
const NO_TOKEN = { data: { status: '401', schemes: 'bearer', scope: 'https://mail.google.com/' } };

const isSameToken = (token: string | null, given: string | undefined) => token !== null && given === token;

const replyOf = (text: string) => Object.assign(new Error(text), { responseCode: Number.parseInt(text, 10) });
