import { continueReplay } from '../../resources/webhooks/replay/continue-replay.ts';
import { SECOND } from '../../time.ts';
import type { JobHandler } from '../queue/handler.ts';
import { Postponed } from '../queue/postponed.ts';

/** After how long it is looked again what there is room for. */
const PAUSE_MS = SECOND;

/**
 * Sends deliveries of a webhook again: a number of them now, and more once these have been sent, so that its new deliveries
 * are not kept waiting.
 * @throws Postponed as long as some are left; AppError when nothing can be sent to the webhook any more
 */
export const replayDeliveries: JobHandler = async (app, _, job) => {
  const replay = await continueReplay(app.tx(), job.id, app.now());
  if (replay) throw new Postponed(`${replay.done} of ${replay.total} are on their way`, PAUSE_MS);
};
