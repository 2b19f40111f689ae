import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import type { LabelRow } from './queries.ts';

/** Notes that the labels have changed, for clients that keep a copy; called before any label is written. */
export async function touchLabels(em: EntityManager, accountId: number, now: Date): Promise<void> {
  await db(em).updateTable('accounts').set({ labels_changed_at: now }).where('id', '=', accountId).execute();
}

/** Throws `error` on, as what the caller should hear when it is that the account has a label of this title. */
export function refuseSecondTitle(error: unknown): never {
  throw isUniqueViolation(error, 'labels', 'title') ? invalidField('title', 'has already been taken') : error;
}

/** Has conversations and contacts that carry the label's old title follow it, or lose it when it is gone. */
export function followTitle(em: EntityManager, label: LabelRow, now: Date): Promise<void> {
  const payload = { label_id: label.id, title: label.title };
  return enqueue(em, { kind: 'rename_label', accountId: label.accountId, payload }, now);
}
