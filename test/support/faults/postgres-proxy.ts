import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands between a server and PostgreSQL, cuts connections while a certain statement is on its way, and counts round
 * trips.
 */
export type PostgresProxy = {
  /** The database's address by way of the proxy. */
  url: string;
  /** Cuts the next `times` connections that send a matching statement; if `arrives`, PostgreSQL still receives it. */
  cut(statement: RegExp, times: number, arrives: boolean): void;
  /** Lets nothing through any more, but keeps connections open; new ones are accepted, and get no answer either. */
  fallSilent(): void;
  goOn(): void;
  /** Answers LISTEN from now on without listening, as a pooler does that gives each transaction another connection. */
  dropNotifications(): void;
  /** How many times PostgreSQL was sent something since it had last answered on the connection. */
  trips(): number;
  /** How many connections are left to cut. */
  left(): number;
  stop(): Promise<void>;
};

export async function givenPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isSilent = false;
  let listens = true;
  let trips = 0;
  let fault = { statement: /^$/, times: 0, arrives: false };

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      database.destroy();
      open.delete(client);
      open.delete(database);
    };
    open.add(client).add(database);
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    database.pipe(client);
    let hasAnswered = true;
    database.on('data', () => (hasAnswered = true));
    client.on('data', (bytes: Buffer) => {
      if (hasAnswered) trips += 1;
      hasAnswered = false;
      const isCut = fault.times > 0 && fault.statement.test(bytes.toString('latin1'));
      if (!isCut) return database.write(listens ? bytes : withoutListening(bytes));
      fault.times -= 1;
      // PostgreSQL reads what was sent before the end, and cannot answer.
      client.destroy();
      if (fault.arrives) database.end(bytes);
      else end();
    });
    if (isSilent) for (const socket of [client, database]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: (statement, times, arrives) => (fault = { statement, times, arrives }),
    fallSilent() {
      isSilent = true;
      for (const socket of open) socket.pause();
    },
    dropNotifications: () => (listens = false),
    goOn() {
      isSilent = false;
      for (const socket of open) socket.resume();
    },
    trips: () => trips,
    left: () => fault.times,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** The bytes with a statement of the same length in the place of LISTEN. */
function withoutListening(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('listen parley_events', 'select 1--ley_events'), 'latin1');
}
