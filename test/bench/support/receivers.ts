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
  const pems = await generate([{ name: 'commonName', value: 'receivers' }], {
    keySize: 2048,
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      { name: 'basicConstraints', cA: true },
    ],
  });
  const certificate = join(folder, 'receivers.pem');
  writeFileSync(certificate, `${pems.private}\n${pems.cert}`);
  const args = [certificate, String(count.answering), String(count.hanging)];
  const child = fork(join(import.meta.dirname, 'receivers-process.ts'), args);
  const [{ ports = [] }] = (await once(child, 'message')) as [Report];
  return {
    ports,
    env: { PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: certificate },
    async ask() {
      child.send('report');
      const [report] = (await once(child, 'message')) as [Report];
      return report;
    },
    stop: () => void child.kill(),
  };
}
