import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../database/postgres.ts';
import { eventually } from '../eventually.ts';
import { givenCertificate } from '../servers/trusted-certificate.ts';
import { isInstalled, startNeighbour } from './programs.ts';

const EXAMPLE = join(import.meta.dirname, '../../../config/examples/dovecot/parley.conf');
/** The user that its package makes. */
const USER = 'dovecot';
const PASSWORD = 'of the mailbox';

/** Whether a Dovecot can be started here: its master has to be root. */
export const hasDovecot = isInstalled('dovecot') && isInstalled('doveadm') && process.getuid?.() === 0;

export type Dovecot = {
  /** Where it takes mails by LMTP. */
  lmtp: { host: string; port: number };
  /** The settings of a channel that reads the mailbox of this address. */
  channelOf(address: string): object;
  stop(): Promise<void>;
};

/** A Dovecot with the settings of the example, and with mailboxes for these addresses. */
export async function givenDovecot(addresses: readonly string[]): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
  chmodSync(folder, 0o755);
  const [users, mails, file] = ['users', 'vmail', 'dovecot.conf'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [imaps, lmtp] = [await freePort(), await freePort()];
  const { key, cert } = await givenCertificate();
  writeFileSync(join(folder, 'mail.key'), key);
  writeFileSync(join(folder, 'mail.pem'), cert);
  writeFileSync(users, addresses.map((address) => `${address}:{PLAIN}${PASSWORD}\n`).join(''), { mode: 0o644 });
  mkdirSync(mails);
  execFileSync('chown', [USER, mails]);
  const example = [
    ['/etc/ssl', folder],
    ['/etc/dovecot/users', users],
    ['/var/vmail', mails],
    ['vmail gid=vmail', `${USER} gid=${USER}`],
    ['port = 993', `address = 127.0.0.1\n    port = ${imaps}`],
    ['port = 24', `port = ${lmtp}`],
  ].reduce((text, [from = '', to = '']) => text.replaceAll(from, to), readFileSync(EXAMPLE, 'utf8'));
  const own = [
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/state`,
    'log_path = /dev/stderr',
    'first_valid_uid = 1',
  ];
  writeFileSync(file, `${own.join('\n')}\n${example}`);

  const dovecot = startNeighbour('dovecot', ['-F', '-c', file]);
  await eventually(
    () => Promise.all([imaps, lmtp].map(answers)),
    (all) => all.every(Boolean),
  );
  return {
    lmtp: { host: '127.0.0.1', port: lmtp },
    channelOf: (address) => ({
      imap_enabled: true,
      imap_address: '127.0.0.1',
      imap_port: imaps,
      imap_login: address,
      imap_password: PASSWORD,
      imap_enable_ssl: true,
    }),
    async stop() {
      await dovecot.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
