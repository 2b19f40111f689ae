import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const DAY = 86_400_000;

/** A certificate for 127.0.0.1 and localhost with its key, both as PEM. */
export type Certificate = { key: string; cert: string };

/** A certificate that has expired, and the one that takes its place. */
export type ExpiringCertificate = {
  expired: Certificate;
  renewed: Certificate;
  /** Both in a file, for the NODE_EXTRA_CA_CERTS of other processes. */
  certificateFile: string;
};

export async function givenExpiringCertificate(): Promise<ExpiringCertificate> {
  const [expired, renewed] = await Promise.all([certificateUntil(-DAY), certificateUntil(DAY)]);
  const certificateFile = join(mkdtempSync(join(tmpdir(), 'parley-expiring-')), 'ca.pem');
  writeFileSync(certificateFile, `${expired.cert}\n${renewed.cert}`);
  return { expired, renewed, certificateFile };
}

/** A certificate that has ended, or ends, in `ms` milliseconds. */
async function certificateUntil(ms: number): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'receiver' }], {
    keySize: 2048,
    notBeforeDate: new Date(Date.now() - 3 * DAY),
    notAfterDate: new Date(Date.now() + ms),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
      { name: 'basicConstraints', cA: true },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
