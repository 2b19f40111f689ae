import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The socket that systemd gives to a service, with what was sent to it. */
export type NotifySocket = {
  path: string;
  /** The variables of each message, in the order of their arrival. */
  told: Record<string, string>[];
  stop(): Promise<void>;
};

const PROGRAM = join(import.meta.dirname, 'notify-socket.py');

/** Whether this machine has systemd's program, and what makes the socket. */
export const canNotify = [['systemd-notify', '--version'] as const, ['python3', '--version'] as const].every(
  ([program, argument]) => spawnSync(program, [argument]).status === 0,
);

export async function givenNotifySocket(): Promise<NotifySocket> {
  const path = join(mkdtempSync(join(tmpdir(), 'notify-')), 'socket');
  const child = spawn('python3', [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  const told: Record<string, string>[] = [];
  lines.on('line', (line) => {
    const pairs = (JSON.parse(line) as string).split('\n').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
    told.push(Object.fromEntries(pairs.filter(([name]) => name)) as Record<string, string>);
  });
  return {
    path,
    told,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
