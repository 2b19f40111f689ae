import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Report } from './receivers-process.ts';

export type Receivers = {
  /** The ports of those that answer, then of those that never do. */
  ports: number[];
  /** With which a server reaches them. */
  env: Record<string, string>;
  /** What has arrived since this was last asked. */
  ask(): Promise<Report>;
  stop(): void;
};

/** Starts HTTPS receivers in a process of their own. Their certificate is written to the folder. */
export async function startReceivers(
  folder: string,
  count: { answering: number; hanging: number },
): Promise<Receivers> {
  const certificate = await writeCertificate(folder);
  const args = [certificate, String(count.answering), String(count.hanging)];
  const child = fork(join(import.meta.dirname, 'receivers-process.ts'), args);
  const [{ ports = [] }] = (await once(child, 'message')) as [Report];
  return {
    ports,
    env: reaching(certificate),
    async ask() {
      child.send('report');
      const [report] = (await once(child, 'message')) as [Report];
      return report;
    },
    stop: () => void child.kill(),
  };
}

/** Writes the certificate of receivers on 127.0.0.1, with its key, into the folder. Gives the file. */
export async function writeCertificate(folder: string): Promise<string> {
  const pems = await generate([{ name: 'commonName', value: 'receivers' }], {
    keySize: 2048,
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      { name: 'basicConstraints', cA: true },
    ],
  });
  const file = join(folder, 'receivers.pem');
  writeFileSync(file, `${pems.private}\n${pems.cert}`);
  return file;
}

/** The settings with which a server reaches receivers that have the certificate. */
export const reaching = (certificate: string) => ({
  PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: certificate,
});
