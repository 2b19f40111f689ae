import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

/** A new certificate for 127.0.0.1, localhost and `more` names, with its key, both as PEM; this process trusts it. */
export async function givenCertificate(...more: string[]): Promise<{ key: string; cert: string }> {
  const names = [
    { type: 7, ip: '127.0.0.1' },
    ...['localhost', ...more].map((value) => ({ type: 2, value }) as const),
  ] as const;
  const pems = await generate([{ name: 'commonName', value: `receiver ${randomUUID()}` }], {
    keySize: 2048,
    extensions: [
      { name: 'subjectAltName', altNames: [...names] },
      { name: 'basicConstraints', cA: true },
    ],
  });
  setDefaultCACertificates([...getCACertificates('default'), pems.cert]);
  return { key: pems.private, cert: pems.cert };
}
