import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Counter = {
  port: number;
  /** The round trips of all connections since this was last asked. */
  take(): number;
  stop(): Promise<void>;
};

/**
 * Passes connections on to a port of this machine, and counts how often the client speaks after the server has: those
 * are the times that the client has waited for an answer before it went on.
 */
export async function countRoundTrips(port: number): Promise<Counter> {
  let trips = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    let answered = true;
    client.on('data', (chunk) => {
      if (answered) trips += 1;
      answered = false;
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      answered = true;
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    take() {
      const taken = trips;
      trips = 0;
      return taken;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
