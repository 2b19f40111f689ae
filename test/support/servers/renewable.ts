import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { givenExpiringCertificate } from './expiring-certificate.ts';

/** An HTTPS server whose certificate has expired, until it is renewed. */
export type Renewable = {
  url: string;
  /** Both certificates in a file, for the NODE_EXTRA_CA_CERTS of other processes. */
  certificateFile: string;
  /** The bodies of what arrived, in their order. */
  received: string[];
  renew(): void;
  stop(): Promise<void>;
};

export async function givenRenewable(): Promise<Renewable> {
  const { expired, renewed, certificateFile } = await givenExpiringCertificate();
  const received: string[] = [];
  const server = createServer(expired, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificateFile,
    received,
    renew: () => server.setSecureContext(renewed),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
