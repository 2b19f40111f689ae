/**
 * IMAP servers as a process of their own: one mailbox each, with as many mails as the arguments say. It tells its parent the
 * ports and the login, and puts another mail into the next mailbox whenever the parent asks.
 */
import hoodiecrow from 'hoodiecrow-imap';
import type { AddressInfo } from 'node:net';
import { mailOf } from './mail-of.ts';

/** What is sent to the parent. */
export type Mailboxes = { ports: number[]; login: string; password: string };

const [mailboxes, mails] = process.argv.slice(2).map(Number);

const login = 'bench';
const password = 'bench';
const ports: number[] = [];
const adders: ((number: number) => void)[] = [];
for (let mailbox = 0; mailbox < (mailboxes ?? 0); mailbox += 1) ports.push(await listen(mailbox));
let added = 0;
process.on('message', () => {
  adders[added % adders.length]?.((mails ?? 0) + Math.floor(added / adders.length));
  added += 1;
});
process.on('disconnect', () => process.exit());
const told: Mailboxes = { ports, login, password };
process.send?.(told);

async function listen(mailbox: number): Promise<number> {
  const server = hoodiecrow({ plugins: ['IDLE', 'AUTH-PLAIN', 'SASL-IR'], users: { [login]: { password } } });
  const add = (number: number) => void server.appendMessage('INBOX', [], new Date(), mailOf(mailbox, number));
  for (let number = 0; number < (mails ?? 0); number += 1) add(number);
  adders.push(add);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}
