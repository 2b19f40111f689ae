import type { App } from '../../app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { giveBackAllMailboxes } from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';
import { giveBackAllLanes } from '../../resources/webhooks/deliveries/claim-lanes.ts';
import type { WallClock } from '../clock/wall-clock.ts';
import { giveBackAllJobs } from './claim-jobs.ts';
import { logFailure } from './log-failure.ts';

/**
 * Makes what a killed process had claimed due now, instead of at the end of its lease. For the only process that claims
 * anything, before its first claim: all claims are of processes that have ended.
 */
export async function takeOver(app: App, clock: WallClock): Promise<void> {
  try {
    const now = await clock.now();
    await inTransaction(app.tx(), async (tx) => {
      await giveBackAllLanes(tx, now);
      await giveBackAllJobs(tx, now);
      await giveBackAllMailboxes(tx, now);
    });
  } catch (error) {
    logFailure(app.log, error, 'cannot take over what was under way: it waits for its lease');
  }
}
