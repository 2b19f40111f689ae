import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.ts';
import { finishAttempt, type Outcome } from '../resources/webhooks/finish-attempt.ts';
import { type Ended, finishDelivered } from '../resources/webhooks/finish-delivered.ts';
import { succeeded } from '../resources/webhooks/send.ts';

import type { WallClock } from './wall-clock.ts';

/** Attempts on their way into the database. */
export type Bookkeeping = {
  /** Hands over an attempt, and says what became of the delivery once it is written. */
  finish(ended: Ended): Promise<Outcome>;
  /** Writes what has been handed over: all that succeeded in one transaction, of the rest a few. */
  write(): Promise<void>;
  /** Whether anything is left to be written. */
  isEmpty(): boolean;
};

type Entry = { ended: Ended; written(outcome: Outcome): void; failed(error: unknown): void };

/** What a failure changes takes a transaction of its own; more of them would keep back what is due. */
const FAILURES_AT_ONCE = 8;
const DELIVERED: Outcome = { status: 'delivered', nextAttemptAt: null, disabled: null };

export function openBookkeeping(app: App, clock: WallClock): Bookkeeping {
  const { webhooks } = app.config;
  const rules = {
    retryMinutes: webhooks.retry_minutes,
    disableAfterHours: webhooks.disable_after_hours,
    disableAfterDeliveries: webhooks.disable_after_deliveries,
  };
  const delivered: Entry[] = [];
  const others: Entry[] = [];

  async function writeDelivered(entries: Entry[]): Promise<void> {
    try {
      const written = await finishDelivered(
        app.orm.em.fork(),
        entries.map(({ ended }) => ended),
        await clock.now(),
      );
      for (const entry of entries) {
        if (written.has(entry.ended)) entry.written(DELIVERED);
        else others.push(entry);
      }
    } catch (error) {
      for (const entry of entries) entry.failed(error);
    }
  }

  async function writeOther({ ended, written, failed }: Entry): Promise<void> {
    const { claim, delivery, attempt } = ended;
    const em = app.orm.em.fork();
    const now = await clock.now();
    await finishAttempt(em, claim, delivery, attempt, rules, now, Math.random()).then(written, failed);
    await setImmediate();
  }

  return {
    finish: (ended) =>
      new Promise((written, failed) => {
        (succeeded(ended.attempt) ? delivered : others).push({ ended, written, failed });
      }),
    async write() {
      if (delivered.length > 0) await writeDelivered(delivered.splice(0));
      for (const entry of others.splice(0, FAILURES_AT_ONCE)) await writeOther(entry);
    },
    isEmpty: () => delivered.length + others.length === 0,
  };
}
