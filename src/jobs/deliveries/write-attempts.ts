import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { faultOf } from '../../db/faults.ts';
import type { Ended } from '../../resources/webhooks/deliveries/attempts.ts';
import { finishAttempt, type Outcome } from '../../resources/webhooks/deliveries/finish-attempt.ts';
import { finishDelivered } from '../../resources/webhooks/deliveries/finish-delivered.ts';
import { succeeded } from '../../resources/webhooks/deliveries/send.ts';
import { logFailure } from '../queue/log-failure.ts';
import type { WallClock } from '../clock/wall-clock.ts';
import { isSwitchedOff } from '../../switches.ts';

/** Writes delivery attempts to the database in batches. */
export type AttemptWriter = {
  /**
   * Queues an attempt to be written; resolves to the delivery's outcome after that.
   * @throws Error when it cannot be written because of a bug
   */
  finish(ended: Ended): Promise<Outcome>;
  /**
   * Writes queued attempts: all successful ones in one transaction, and a few of the others.
   * @throws Error when a fault of the database prevents it; nothing is lost, and the next `write` tries again
   */
  write(): Promise<void>;
  /** Whether no attempts are left to write, apart from postponed ones. */
  isEmpty(): boolean;
};

type Entry = { ended: Ended; written(outcome: Outcome): void; failed(error: unknown): void };

/**
 * Most attempts in one call besides those written together: each takes a transaction of its own, and more would delay
 * due deliveries.
 */
const FAILURES_AT_ONCE = 8;
/** Pause before writing an attempt again whose rows another transaction has locked. */
const ROW_PAUSE_MS = 1000;
/** A test sets the variable to have each successful attempt written alone, too. */
const writesTogether = !isSwitchedOff('PARLEY_TEST_NO_ATTEMPTS_TOGETHER');
const DELIVERED: Outcome = { status: 'delivered', nextAttemptAt: null, disabled: null };

/** `again` is called when a postponed attempt can be written; the caller then calls `write`. */
export function openAttemptWriter(app: App, clock: WallClock, again: () => void): AttemptWriter {
  const { webhooks } = app.config;
  const rules = {
    retryMinutes: webhooks.retry_minutes,
    disableAfterHours: webhooks.disable_after_hours,
    disableAfterDeliveries: webhooks.disable_after_deliveries,
  };
  const delivered: Entry[] = [];
  const others: Entry[] = [];

  /** Whether a fault prevents all writing; a bug, or a row lock on this one attempt, does not. */
  function isInTheWay(error: unknown): boolean {
    const fault = faultOf(error);
    if (app.tx().isPostgres && (fault === 'busy' || fault === 'conflict')) return false;
    return fault !== null;
  }

  function putOff(entry: Entry): void {
    setTimeout(() => {
      others.push(entry);
      again();
    }, ROW_PAUSE_MS);
  }

  async function writeDelivered(): Promise<void> {
    const entries = delivered.splice(0);
    try {
      const written = await finishDelivered(
        app.tx(),
        entries.map(({ ended }) => ended),
        await clock.now(),
      );
      for (const entry of entries) {
        if (written.has(entry.ended)) entry.written(DELIVERED);
        else others.push(entry);
      }
    } catch (error) {
      if (isInTheWay(error)) {
        delivered.unshift(...entries);
        throw error;
      }
      logFailure(app.log, error, 'cannot write down deliveries together');
      others.push(...entries);
    }
  }

  async function writeOther(entry: Entry): Promise<void> {
    try {
      const now = await clock.now();
      entry.written(await finishAttempt(app.tx(), entry.ended, rules, now, Math.random()));
    } catch (error) {
      if (isInTheWay(error)) {
        others.unshift(entry);
        throw error;
      }
      if (faultOf(error) === null) entry.failed(error);
      else putOff(entry);
    }
    await setImmediate();
  }

  return {
    finish: (ended) =>
      new Promise((written, failed) => {
        (writesTogether && succeeded(ended.attempt) ? delivered : others).push({ ended, written, failed });
      }),
    async write() {
      if (delivered.length > 0) await writeDelivered();
      for (let count = Math.min(others.length, FAILURES_AT_ONCE); count > 0; count -= 1) {
        const entry = others.shift();
        if (entry) await writeOther(entry);
      }
    },
    isEmpty: () => delivered.length + others.length === 0,
  };
}
