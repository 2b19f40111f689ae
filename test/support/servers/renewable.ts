import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const DAY = 86_400_000;

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
  const [expired, renewed] = await Promise.all([certificateUntil(-DAY), certificateUntil(DAY)]);
  const certificateFile = join(mkdtempSync(join(tmpdir(), 'parley-renewable-')), 'ca.pem');
  writeFileSync(certificateFile, `${expired.cert}\n${renewed.cert}`);
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

/** A certificate for 127.0.0.1 that has ended, or ends, in `ms` milliseconds. */
async function certificateUntil(ms: number): Promise<{ key: string; cert: string }> {
  const pems = await generate([{ name: 'commonName', value: 'receiver' }], {
    keySize: 2048,
    notBeforeDate: new Date(Date.now() - 3 * DAY),
    notAfterDate: new Date(Date.now() + ms),
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      { name: 'basicConstraints', cA: true },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
