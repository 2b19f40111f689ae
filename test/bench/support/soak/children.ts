import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Member } from '../add-members.ts';
import { reaching, writeCertificate } from '../receivers.ts';
import type { Receiver, Report } from './receivers-process.ts';
import type { Heard } from './sockets-process.ts';

export type Receivers = {
  ports: Record<Receiver, number>;
  /** With which a server reaches them. */
  env: Record<string, string>;
  /** What has come since this was last asked. */
  ask(): Promise<Report>;
  stop(): void;
};

/** Starts the webhook receivers (receivers-process.ts). Their certificate is written to the folder. */
export async function startSoakReceivers(folder: string): Promise<Receivers> {
  const certificate = await writeCertificate(folder);
  const child = start('receivers-process.ts', [certificate]);
  const [{ ports }] = (await once(child, 'message')) as [Required<Report>];
  return { ports, env: reaching(certificate), ask: () => ask<Report>(child), stop: () => void child.kill() };
}

export type Sockets = { ask(): Promise<Heard>; close(): Promise<void> };

/** Opens so many sockets of the members (sockets-process.ts), and waits until all listen. */
export async function openSockets(url: string, count: number, members: Member[]): Promise<Sockets> {
  const identifiers = JSON.stringify(members.map(({ identifier }) => identifier));
  const child = start('sockets-process.ts', [url, String(count), identifiers]);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the sockets could not be opened'))),
  ]);
  return {
    ask: () => ask<Heard>(child),
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const start = (file: string, args: string[]) => fork(join(import.meta.dirname, file), args);

async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  child.send('report');
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}
