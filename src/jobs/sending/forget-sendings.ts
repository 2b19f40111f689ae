import type { App } from '../../app.ts';
import { DAY } from '../../time.ts';

/** Forgets how messages were sent after `channels.keep_days`, once they have been accepted or have failed. */
export async function forgetSendings(app: App, now: Date): Promise<void> {
  const { keep_days: days } = app.config.channels;
  if (days === 0) return;
  const oldest = new Date(now.getTime() - days * DAY);
  await app.tx().db.deleteFrom('sendings').where('ended_at', '<', oldest).execute();
}
