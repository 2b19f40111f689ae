import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';

/** Serves TLS at port 443 of an address of this machine; each connection is given to `answer`. */
export type AtPort443 = { address: string; answer: (client: TLSSocket) => void; stop(): Promise<void> };

/** An address that no other process takes: suites for several databases run side by side. */
const ADDRESS = `127.77.${(process.pid >> 8) & 0xff}.${process.pid & 0xff}`;

/** Whether this process may listen at port 443, as root may. */
export async function mayServeAtPort443(): Promise<boolean> {
  const server = createServer();
  try {
    await listening(server);
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function givenServerAtPort443(certificate: { key: string; cert: string }): Promise<AtPort443> {
  const open = new Set<TLSSocket>();
  const server = createTlsServer(certificate, (client) => {
    open.add(client);
    client.on('error', () => {}).on('close', () => open.delete(client));
    served.answer(client);
  });
  server.on('tlsClientError', () => {});
  await listening(server);
  const served: AtPort443 = {
    address: ADDRESS,
    answer: (client) => client.destroy(),
    async stop() {
      server.close();
      for (const client of open) client.destroy();
      await once(server, 'close');
    },
  };
  return served;
}

async function listening(server: Server): Promise<void> {
  server.listen(443, ADDRESS);
  await once(server, 'listening');
}
