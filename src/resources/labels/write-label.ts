import type { Tx } from '../../db/tx.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { tell } from '../../events/tell.ts';
import { invalid, invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import type { LabelRow } from './queries.ts';

/**
 * Stores the time of a change of labels, for clients with a copy. To be called before any label is written: it locks the
 * account until the commit, so that changes of labels wait for each other.
 */
export async function touchLabels(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.db.updateTable('accounts').set({ labels_changed_at: now }).where('id', '=', accountId).execute();
  await tell(tx, { is: 'cache', accountId });
}

/**
 * Refuses another label where the installation allows no more. To be called after `touchLabels`.
 * @throws AppError `invalid`
 */
export async function checkLabelLimit(tx: Tx, accountId: number): Promise<void> {
  const { labels: limit } = tx.installation.limits;
  if (limit === 0) return;
  const { count } = await tx.db
    .selectFrom('labels')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limit) return;
  throw invalid('Validation failed', `an account may have ${limit} labels: delete one, or have limits.labels raised`);
}

/** Throws `error`, or `invalid` where it means that the account already has a label with this title. */
export function refuseSecondTitle(error: unknown): never {
  throw isUniqueViolation(error, 'labels', 'title') ? invalidField('title', 'has already been taken') : error;
}

/**
 * Queues a job that replaces the title of `label`, which is the label before the change, by its present one in
 * conversations and contacts, or removes it from them when the label has been deleted.
 */
export function queueRelabel(tx: Tx, label: LabelRow, now: Date): Promise<void> {
  const payload = { label_id: label.id, title: label.title };
  return enqueue(tx, { kind: 'rename_label', accountId: label.accountId, payload }, now);
}
