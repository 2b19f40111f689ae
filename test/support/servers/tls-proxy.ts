import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { ExpiringCertificate } from './expiring-certificate.ts';

/** Stands before a server without TLS, and speaks TLS with a certificate that has expired, until it is renewed. */
export type TlsProxy = {
  port: number;
  renew(): void;
  stop(): Promise<void>;
};

/** The way to what listens at `port` of this machine. */
export async function givenTlsProxy(port: number, { expired, renewed }: ExpiringCertificate): Promise<TlsProxy> {
  const open = new Set<TLSSocket>();
  const server = createServer(expired, (client) => {
    const behind = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      behind.destroy();
      open.delete(client);
    };
    open.add(client);
    for (const socket of [client, behind]) socket.on('error', end).on('close', end);
    client.pipe(behind).pipe(client);
  }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    renew: () => server.setSecureContext(renewed),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
