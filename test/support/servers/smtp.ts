import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { eventually } from '../eventually.ts';
import { freePort } from '../database/postgres.ts';

/** A mail as it arrived: the addresses it was sent to, and what is in it. */
export type Arrived = { to: string[]; raw: string; email: Email };

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
  return new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    // Clients that are still connected when the server leaves are cut off soon.
    closeTimeout: 100,
    onAuth({ username, password }, _, done) {
      if (username === USER && password === PASSWORD) done(null, { user: USER });
      else done(new Error('535 wrong user or password'));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void take(mailServer, envelope, Buffer.concat(chunks), done));
    },
  });
}

async function take(
  mailServer: MailServer,
  { rcptTo }: SMTPServerEnvelope,
  bytes: Buffer,
  done: (error?: Error) => void,
): Promise<void> {
  const { refusal } = mailServer;
  if (refusal === null) {
    const to = rcptTo.map(({ address }) => address);
    mailServer.arrived.push({ to, raw: bytes.toString('latin1'), email: await PostalMime.parse(bytes) });
    done();
  } else {
    done(Object.assign(new Error(refusal), { responseCode: Number.parseInt(refusal, 10) }));
  }
}
