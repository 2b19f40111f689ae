import { randomUUID } from 'node:crypto';
import hoodiecrow, { type HoodiecrowConnection, type HoodiecrowHandler, type HoodiecrowServer } from 'hoodiecrow-imap';
import type { AddressInfo, Socket } from 'node:net';

/** What the server does with a command instead of answering it at once: ends the connection, says NO, or waits. */
export type ImapFault = 'cut' | 'no' | Promise<void>;

/** A real IMAP server on this machine, with one mailbox. */
export type ImapServer = {
  port: number;
  login: string;
  password: string;
  /** The access token that it lets in instead of the password; null = none. */
  token: string | null;
  /** The settings of an inbox that reads the mailbox. */
  channel(): object;
  /** Puts a mail into the mailbox, which has come at this time, and tells clients that wait for it. Returns its UID. */
  deliver(mail: string | Uint8Array, at?: Date): number;
  /** Gives all mails new UIDs, as a server does that has lost its own. */
  renumber(): void;
  /** The flags of all mails. */
  flags(): string[];
  /** The commands that it has got, as clients have sent them. */
  asked: string[];
  /** Connections that are open. */
  connections(): number;
  /** Decides about each command; null = it is answered. */
  fault: (command: string, asked: string) => ImapFault | null;
  /** Ends all connections. */
  cut(): void;
  stop(): Promise<void>;
};

type Options = {
  /** Serves TLS with this certificate from the beginning. */
  certificate?: { key: string; cert: string };
  /** What the server can do besides; IDLE and XOAUTH2 unless given. */
  plugins?: string[];
};

export async function givenImapServer({
  certificate,
  plugins = ['IDLE', 'XOAUTH2'],
}: Options = {}): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const [login, password] = [`box-${randomUUID()}@acme.example`, randomUUID()];
  const server = hoodiecrow({
    plugins: ['SASL-IR', 'AUTH-PLAIN', ...plugins],
    users: { [login]: { password } },
    ...(certificate && { secureConnection: true, credentials: certificate }),
  });
  server.setMaxListeners(0);
  server.connectionHandlers.push(({ socket }) => {
    if (!socket) return;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  watchCommands(server, (command, data) => {
    imap.asked.push(data);
    return imap.fault(command, data);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailbox = server.getMailbox('INBOX');
  const port = (server.server.address() as AddressInfo).port;

  const imap: ImapServer = {
    port,
    login,
    password,
    get token() {
      return server.users[login]?.xoauth2?.accessToken ?? null;
    },
    set token(accessToken) {
      server.users[login] =
        accessToken === null ? { password } : { xoauth2: { accessToken, sessionTimeout: 3_600_000 } };
    },
    channel: () => ({
      imap_enabled: true,
      imap_address: '127.0.0.1',
      imap_port: port,
      imap_login: login,
      imap_password: password,
      imap_enable_ssl: certificate !== undefined,
    }),
    deliver(mail, at = new Date()) {
      const raw = Buffer.from(mail).toString('latin1');
      return server.appendMessage('INBOX', [], at, raw).message.uid;
    },
    renumber() {
      mailbox.uidvalidity += 1;
      mailbox.messages.forEach((message, index) => (message.uid = index + 1));
      mailbox.uidnext = mailbox.messages.length + 1;
    },
    flags: () => mailbox.messages.flatMap(({ flags }) => flags),
    asked: [],
    connections: () => sockets.size,
    fault: () => null,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      imap.cut();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
  return imap;
}

/** Asks `decide` about each command before it is handled. */
function watchCommands(server: HoodiecrowServer, decide: (command: string, data: string) => ImapFault | null): void {
  const handlerOf = server.getCommandHandler.bind(server);
  server.getCommandHandler = (command) => {
    const handler = handlerOf(command);
    if (handler === false) return false;
    const watched: HoodiecrowHandler = (connection, parsed, data, callback) => {
      const fault = decide(parsed.command.toUpperCase(), data);
      if (fault === 'cut') return void connection.socket?.destroy();
      if (fault === 'no') {
        refuse(connection, parsed.tag);
        return callback();
      }
      if (fault === null) return handler(connection, parsed, data, callback);
      void fault.then(() => handler(connection, parsed, data, callback));
    };
    return watched;
  };
}

function refuse(connection: HoodiecrowConnection, tag: string): void {
  connection.send({ tag, command: 'NO', attributes: [{ type: 'TEXT', value: 'not now' }] }, 'REFUSED');
}
