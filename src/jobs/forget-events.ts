import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.ts';
import { batchEnd, deleteFinished } from '../resources/webhooks/forget-events.ts';
import { DAY } from '../time.ts';

/** Removes the events of which nothing is due any more, as old as `webhooks.keep_days` says, with requests served in between. */
export async function forgetEvents(app: App, now: Date): Promise<void> {
  const { keep_days } = app.config.webhooks;
  if (keep_days === 0) return;
  const oldest = new Date(now.getTime() - keep_days * DAY);
  let after = 0;
  for (;;) {
    const upTo = await batchEnd(app.orm.em.fork(), after, oldest);
    if (upTo === null) return;
    await deleteFinished(app.orm.em.fork(), { after, upTo }, oldest);
    after = upTo;
    // SQLite answers before anybody else has had a turn.
    await setImmediate();
  }
}
