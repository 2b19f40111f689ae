import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { MailServer } from '../../../support/servers/smtp.ts';
import { whole } from '../tables.ts';
import { WORDS } from './acts.ts';
import type { Ledger } from './ledger.ts';
import type { Waiting } from './look.ts';
import type { Report } from './receivers-process.ts';
import type { Verdict } from './verdict.ts';

/** What the healthy receiver has got: the event of each message, and how many came with another one or again. */
export type Received = { events: Map<number, number>; otherEvent: number; again: number };

export const newReceived = (): Received => ({ events: new Map(), otherEvent: 0, again: 0 });

export function takeReport(received: Received, { messages }: Report): void {
  for (const [message, event] of messages) {
    const known = received.events.get(message);
    if (known === undefined) received.events.set(message, event);
    else if (known === event) received.again += 1;
    else received.otherEvent += 1;
  }
}

/** Whether everything that was acknowledged is there, and has arrived. */
export function judgeLosses(
  dataDir: string,
  { ledger, received, mail }: { ledger: Ledger; received: Received; mail: MailServer },
): Verdict[] {
  const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
  const kept = new Set(
    database
      .prepare<[string], number>('select id from messages where content like ?')
      .pluck()
      .all(`${WORDS}, sent at %`),
  );
  const contacts = database.prepare<[], number>(`select count(*) from contacts where identifier like 'id-%'`).pluck();
  const imported = contacts.get() ?? 0;
  database.close();
  const missing = ledger.messages.filter((id) => !kept.has(id)).length;
  const untold = ledger.messages.filter((id) => !received.events.has(id)).length;
  const mailed = answersIn(mail);
  const unsent = [...ledger.answers].filter((answer) => !mailed.has(answer)).length;
  return [
    {
      aim: 'each message that was acknowledged is in the database once, and no other',
      found: `${whole(ledger.messages.length)} acknowledged, ${whole(kept.size)} there, ${missing} missing; ${ledger.otherwise} repetitions were answered otherwise`,
      isMet: missing === 0 && kept.size === ledger.messages.length && ledger.otherwise === 0,
    },
    {
      aim: 'each has arrived at the healthy receiver, with one event',
      found: `${untold} did not; ${received.again} came again, ${received.otherEvent} as another event`,
      isMet: untold === 0 && received.otherEvent === 0,
    },
    {
      aim: 'each answer to a mail was mailed; each contact is there',
      found: `${unsent} of ${ledger.answers.size} answers missing; ${whole(imported)} of ${whole(ledger.imported)} contacts`,
      isMet: unsent === 0 && imported === ledger.imported,
    },
    { aim: 'no request or command failed', found: `${ledger.failures} did`, isMet: ledger.failures === 0 },
  ];
}

const answersIn = ({ arrived }: MailServer) =>
  new Set(arrived.flatMap(({ email }) => /Answer \d+ is on its way to you\./.exec(email.text ?? '')?.[0] ?? []));

/** What is left to be done, without the deliveries to the dead webhook. */
export function leftOf({ jobs, deliveries, received, sendings, unindexed }: Waiting): number {
  const { dead: _, ...others } = deliveries;
  return [...Object.values(jobs), ...Object.values(others), received, sendings, unindexed].reduce(
    (sum, count) => sum + count,
    0,
  );
}

export const judgeDrained = (waiting: Waiting, seconds: number): Verdict => ({
  aim: 'all that waits is done after the load',
  found: `${leftOf(waiting)} left after ${whole(seconds)} s, beside ${whole(waiting.deliveries['dead'] ?? 0)} deliveries to the dead webhook`,
  isMet: leftOf(waiting) === 0,
});
