import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';

const PROGRAM = '/usr/sbin/postfix';
const SETTINGS = '/etc/postfix';
/** The folder of a Postfix that its package has made, whose owner is the user that it runs as. */
const OWNED = '/var/lib/postfix';

/** Whether a Postfix can be started here: its master has to be root. */
export const hasPostfix = existsSync(PROGRAM) && existsSync(OWNED) && process.getuid?.() === 0;

export type Postfix = {
  /** Where it takes mails by SMTP. */
  port: number;
  log(): Promise<string>;
  stop(): Promise<void>;
};

/** A Postfix with these lines in its main.cf, and queues of its own. */
export async function givenPostfix(lines: string): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'postfix-'));
  const [settings, data, queue] = [join(folder, 'etc'), join(folder, 'data'), join(folder, 'queue')];
  await chmod(folder, 0o755);
  for (const one of [settings, data, queue]) await mkdir(one);
  await chown(data, (await stat(OWNED)).uid, 0);
  const port = await freePort();
  await cp(join(SETTINGS, 'postfix-files'), join(settings, 'postfix-files'));
  await writeFile(join(settings, 'master.cf'), await mastersOf(port));
  const logFile = join(folder, 'log');
  const own = [
    'compatibility_level = 3.6',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    `maillog_file = ${logFile}`,
    `maillog_file_prefixes = ${folder}`,
    'myhostname = mx.acme.example',
    'mydestination =',
    'inet_interfaces = loopback-only',
    'alias_maps =',
    'address_verify_poll_delay = 1s',
  ];
  await writeFile(join(settings, 'main.cf'), `${own.join('\n')}\n${lines}\n`);
  const log = () => readFile(logFile, 'utf8').catch(() => '');

  const starter = spawn(PROGRAM, ['-c', settings, 'start-fg'], { stdio: 'ignore' });
  await eventually(log, (text) => text.includes('daemon started'));
  return {
    port,
    log,
    async stop() {
      await once(spawn(PROGRAM, ['-c', settings, 'stop'], { stdio: 'ignore' }), 'exit');
      if (starter.exitCode === null) await once(starter, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** The master.cf of the package, with SMTP at this port of this machine, and nothing in a changed root. */
async function mastersOf(port: number): Promise<string> {
  const given = await readFile(join(SETTINGS, 'master.cf'), 'utf8');
  return given
    .replaceAll(/^smtp +inet .*$/gm, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replaceAll(/^(\S+ +(?:unix|unix-dgram) +\S+ +\S+ +)y/gm, '$1n');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
