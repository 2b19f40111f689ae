import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import type { App } from '../../app.ts';
import type { BulkError } from '../../entities/bulk-action.ts';
import { accessDenied, AppError } from '../../errors.ts';
import { integer } from '../../fields.ts';
import type { LoopStopped } from '../../events/chain.ts';
import { LOOP, loopFacts } from '../../events/loop-facts.ts';
import { readActor } from '../../records/read-actor.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { type Item, nextItems } from '../../resources/bulk_actions/next-items.ts';
import { runStep, type StepContext } from '../../resources/bulk_actions/run-step.ts';
import { endBulkAction, findRunning, type RunningBulkAction } from '../../resources/bulk_actions/running.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mayDo } from './may-do.ts';
import { withFiles } from './with-files.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';

const payloadOf = object({ bulk_action_id: integer().required() });

/**
 * Does a bulk action, an action after the other, each in a transaction that also says how far it is: after an
 * interruption, it continues there. Whether the user may still do it is asked anew for every hundred items.
 */
export const runBulkAction: JobHandler = async (app, payload, job) => {
  const { bulk_action_id: id } = payloadOf.validateSync(payload);
  try {
    while (await runBatch(app, id, job));
    await end(app, id, null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An error of the whole bulk action, such as conditions on an attribute that was deleted meanwhile.
    await end(app, id, { id: null, action: null, error: error.message, message: error.detail ?? null });
  }
};

const end = (app: App, id: number, stoppedBy: BulkError | null) =>
  inTransaction(app.tx(), (tx) => endBulkAction(tx, id, stoppedBy, app.now()));

/** Does the next items. Returns false when there are none. */
async function runBatch(app: App, id: number, job: JobUnderWay): Promise<boolean> {
  const bulk = await findRunning(app.tx(), id);
  if (!bulk) return false;
  const context = await contextOf(app, bulk);
  const items = await nextItems(app.tx(), bulk, context.actor);
  for (const item of items) await runItem(app, bulk, item, context, job);
  return items.length > 0;
}

/** @throws AppError `access_denied` when the user has left the account, or it is suspended */
async function contextOf(app: App, { id, accountId, userId, task }: RunningBulkAction) {
  const actor = await readActor(app.tx(), accountId, userId, task);
  if (actor === null) throw accessDenied('the user has left the account');
  const account = await readAccount(app.tx(), accountId);
  if (account.status !== 'active') throw accessDenied('the account is suspended');
  const { rate_limit: limits } = app.config;
  return {
    actor,
    account,
    event: task.event,
    transcriptsPerHour: limits.transcripts_per_hour,
    teamMailsPerHour: limits.team_mails_per_hour,
    mayDo: (name: string) => mayDo(actor.role, name),
    onBug: (error: unknown) => app.log.error({ err: error, bulk_action: id }, 'action failed'),
    onLoop: (loop: LoopStopped) => app.log.warn({ ...loopFacts(accountId, loop), bulk_action: id }, LOOP),
  };
}

async function runItem(
  app: App,
  bulk: RunningBulkAction,
  item: Item,
  context: Omit<StepContext, 'files' | 'now'>,
  job: JobUnderWay,
): Promise<void> {
  let isDone: boolean | null = false;
  for (let step = item.step; isDone === false; step += 1) {
    job.signal.throwIfAborted();
    isDone = await withFiles(app, bulk.accountId, bulk.task.actions[step], (files) =>
      runStep(app.tx().by(bulk.userId), bulk, item, step, { ...context, files, now: app.now() }),
    );
    await setImmediate();
  }
}
