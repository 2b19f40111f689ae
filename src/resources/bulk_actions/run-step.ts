import type { Tx } from '../../db/tx.ts';
import type { ActionContext } from '../../conversations/actions/action-kind.ts';
import { runAction } from '../../conversations/actions/actions.ts';
import { errorTexts } from '../../conversations/actions/error-texts.ts';
import { faultOf } from '../../db/faults.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { BulkError } from '../../entities/bulk-action.ts';
import type { Action } from '../../entities/macro.ts';
import { accessDenied, AppError } from '../../errors.ts';
import { LoopStopped } from '../../events/chain.ts';
import type { AccountRecord } from '../../records/account.ts';
import { findVisibleKey } from '../../records/visible-inboxes.ts';
import { runContactAction } from './contact-actions.ts';
import { stopLoop } from '../webhooks/stop-loop.ts';
import type { Item } from './next-items.ts';
import { lockRunning, noteProgress, type RunningBulkAction } from './running.ts';

/** The context of a step: actor, account, and whether the actor may do an action of this name. */
export type StepContext = ActionContext & {
  account: AccountRecord;
  mayDo(name: string): boolean;
  /** Told of errors whose text is not for callers. */
  onBug(error: unknown): void;
  /** Called once for a loop that stopped an action. */
  onLoop(loop: LoopStopped): void;
};

/**
 * Does the next action of the item exactly once, by storing the bulk action's progress in the same transaction. A refusal
 * by the action's command is an error of the item, and does not stop the others.
 * @returns whether the item is done; null = another process does it, or the bulk action has ended
 * @throws unknown a fault of the database
 */
export function runStep(
  tx: Tx,
  { id: bulkId, task, type }: RunningBulkAction,
  item: Item,
  step: number,
  context: StepContext,
): Promise<boolean | null> {
  return inTransaction(tx, async (tx) => {
    const bulk = await lockRunning(tx, bulkId);
    const action = task.actions[step];
    if (!bulk || !action || !isNext(bulk, item, step)) return null;
    const { error, isGone } = await attempt(tx, type, item, action, context);
    const isDone = isGone || step + 1 === task.actions.length;
    await noteProgress(tx, bulk, { place: item.place, step: step + 1, isDone, error });
    return isDone;
  });
}

function isNext(bulk: Pick<RunningBulkAction, 'position' | 'step'>, { place, previous }: Item, step: number): boolean {
  return step === 0 ? bulk.step === 0 && bulk.position === previous : bulk.step === step && bulk.position === place;
}

/** Does it in a savepoint. `isGone` = there is nothing that the other actions could be done to. */
async function attempt(
  tx: Tx,
  type: RunningBulkAction['type'],
  item: Item,
  action: Action,
  context: StepContext,
): Promise<{ error: BulkError | null; isGone: boolean }> {
  const { account, actor, now } = context;
  let isGone = true;
  try {
    await inTransaction(tx, async (tx) => {
      const key = type === 'Contact' ? item.id : await findVisibleKey(tx, account.id, item.id, actor);
      isGone = false;
      if (!context.mayDo(action.name)) throw accessDenied(`your role does not allow ${action.name}`);
      if (type === 'Contact') await runContactAction(tx, account, key, action, now);
      else await runAction(tx, key, action, context);
    });
    return { error: null, isGone: false };
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    if (!(error instanceof AppError)) context.onBug(error);
    if (error instanceof LoopStopped && (await stopLoop(tx, error, now))) context.onLoop(error);
    return { error: { id: item.id, action: action.name, ...errorTexts(error) }, isGone };
  }
}
