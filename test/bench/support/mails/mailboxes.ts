import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Mailboxes as Told } from './mailboxes-process.ts';

export type Mailboxes = {
  ports: number[];
  /** The settings of an inbox that reads the mailbox. */
  channel(index: number): object;
  /** Puts another mail into the next mailbox, of all in turns. */
  add(): void;
  end(): void;
};

/** Starts so many IMAP servers in a process of their own, each with one mailbox and so many mails in it. */
export async function startMailboxes(count: number, mails: number): Promise<Mailboxes> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'mailboxes-process.ts'), [String(count), String(mails)]);
  const [{ ports, login, password }] = (await once(child, 'message')) as [Told];
  return {
    ports,
    channel: (index) => ({
      email: `bench-${index}@example.com`,
      imap_enabled: true,
      imap_address: '127.0.0.1',
      imap_port: ports[index],
      imap_login: login,
      imap_password: password,
      imap_enable_ssl: false,
    }),
    add: () => void child.send('add'),
    end: () => void child.kill(),
  };
}
