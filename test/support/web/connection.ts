import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection between clients and a server, which tests cut. */
export type Connection = {
  url: string;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** As `cut`, once so many more bytes have passed in either direction: in the middle of what is said just then. */
  cutAfter(bytes: number): Promise<void>;
  /** Lets nothing through any more, without ending a connection: as when a network is gone. */
  hang(): void;
  /** As `hang`, for connections that come later too, until `mend`. */
  jam(): void;
  mend(): void;
  /** Leads to another server from now on. */
  leadTo(url: string): void;
  stop(): Promise<void>;
};

/** A connection to the server at `url`. */
export async function givenConnection(url: string): Promise<Connection> {
  let target = new URL(url);
  const open = new Set<Socket>();
  let isCut = false;
  let isJammed = false;
  /** What still passes before the connection is cut; null = all. */
  let rest: { bytes: number; over: () => void } | null = null;

  const end = () => open.forEach((socket) => socket.destroy());
  function cut() {
    isCut = true;
    end();
    rest?.over();
    rest = null;
  }

  function pass(chunk: Buffer, one: Socket, other: Socket) {
    const isLast = rest !== null && chunk.length >= rest.bytes;
    if (!other.write(isLast && rest ? chunk.subarray(0, rest.bytes) : chunk)) {
      one.pause();
      other.once('drain', () => one.resume());
    }
    if (isLast) cut();
    else if (rest) rest.bytes -= chunk.length;
  }

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    if (isJammed) return void open.add(near.pause().on('error', () => near.destroy()));
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroySoon();
      });
      one.on('data', (chunk: Buffer) => pass(chunk, one, other));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const connection: Connection = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAfter: (bytes) => new Promise((over) => (rest = { bytes, over })),
    hang: () => open.forEach((socket) => socket.removeAllListeners('drain').pause()),
    jam() {
      isJammed = true;
      connection.hang();
    },
    mend() {
      isCut = false;
      isJammed = false;
    },
    leadTo: (other) => void (target = new URL(other)),
    async stop() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return connection;
}
