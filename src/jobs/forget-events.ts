import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.ts';
import { batchEnd, deleteFinishedEvents } from '../resources/webhooks/forget-events.ts';
import { DAY } from '../time.ts';

/**
 * Deletes events older than `webhooks.keep_days` (0 = none) with their deliveries and attempts, in batches, with
 * requests served in between. Events with a delivery that is pending, or that ended less than `keep_days` ago, stay.
 */
export async function forgetEvents(app: App, now: Date): Promise<void> {
  const { keep_days } = app.config.webhooks;
  if (keep_days === 0) return;
  const oldest = new Date(now.getTime() - keep_days * DAY);
  let after = 0;
  for (;;) {
    const upTo = await batchEnd(app.tx(), after, oldest);
    if (upTo === null) return;
    await deleteFinishedEvents(app.tx(), { after, upTo }, oldest);
    after = upTo;
    // SQLite answers synchronously, so requests would have to wait for the whole loop.
    await setImmediate();
  }
}
