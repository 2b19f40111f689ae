import type { App } from '../../app.ts';
import { DAY } from '../../time.ts';

/** Forgets what providers have told after `channels.keep_days`, once it has been handled. */
export async function forgetReceived(app: App, now: Date): Promise<void> {
  const { keep_days: days } = app.config.channels;
  if (days === 0) return;
  const oldest = new Date(now.getTime() - days * DAY);
  await app.tx().db.deleteFrom('received_events').where('ended_at', '<', oldest).execute();
}
