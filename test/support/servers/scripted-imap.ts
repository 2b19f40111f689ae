import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An IMAP server on this machine that answers what it is told to. */
export type ScriptedImap = {
  port: number;
  /** The settings of an inbox that reads the mailbox. */
  channel(): object;
  /** The commands that it has got, as clients have sent them. */
  asked: string[];
  /** Its answers from now on. */
  answers: Record<string, string>;
  stop(): Promise<void>;
};

const GREETING = '* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n';
const USUAL: Record<string, string> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n',
  EXAMINE: '* 9 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 10] x\r\n',
  IDLE: '+ idling\r\n',
};

/** `answers`: what it says to each command before it says that this is done, which it does not say to IDLE before DONE. */
export async function givenScriptedImap(answers: Record<string, string>): Promise<ScriptedImap> {
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(GREETING);
    let [rest, idling] = ['', ''];
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) idling = reply(socket, line, idling);
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;

  /** Returns the tag of the IDLE that is under way. */
  function reply(socket: Socket, line: string, idling: string): string {
    imap.asked.push(line);
    if (line === 'DONE') {
      socket.write(`${idling} OK done\r\n`);
      return '';
    }
    const [tag = '', first = '', second = ''] = line.split(' ');
    const command = first === 'UID' ? `UID ${second}` : first;
    socket.write(imap.answers[command] ?? USUAL[command] ?? '');
    if (command === 'IDLE') return tag;
    socket.write(`${tag} OK done\r\n`);
    return idling;
  }

  const imap: ScriptedImap = {
    port,
    channel: () => ({
      imap_enabled: true,
      imap_address: '127.0.0.1',
      imap_port: port,
      imap_login: 'box',
      imap_password: 'secret',
      imap_enable_ssl: false,
    }),
    asked: [],
    answers,
    async stop() {
      for (const socket of sockets) socket.destroy();
      listening.close();
      await once(listening, 'close');
    },
  };
  return imap;
}
