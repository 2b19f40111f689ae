import { inList } from '../../../db/dialect.ts';
import type { BulkTask, BulkType } from '../../../entities/bulk-action.ts';
import type { Json } from '../../../entities/columns.ts';
import { holdsId, names, soughtOf, textsIn } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type BulkRow = { id: number; type: BulkType; task: BulkTask; errors: unknown; finishedAt: Date | null };

/**
 * Removes bulk actions that name the contact in a condition, an action or an error, or that changed the contact or its
 * conversations. A bulk action that still has other items continues.
 */
export function bulkActionsAbout(subject: Subject): Sweep<BulkRow> {
  const sought = soughtOf(subject);
  const own = { Conversation: sought.displayIds, Contact: sought.contactIds };
  return {
    read: (tx, after) =>
      tx.db
        .selectFrom('bulk_actions')
        .select(['id', 'type', 'task', 'errors', 'finished_at as finishedAt'])
        .where('account_id', '=', subject.accountId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout({ type, task, errors, finishedAt }) {
      const said = [task, errors] as Json;
      if (holdsId(said, sought) || names(textsIn(said), sought)) return true;
      const ids = task.ids ?? [];
      const ownIds = ids.filter((id) => own[type].has(id));
      return ownIds.length > 0 && (finishedAt !== null || ownIds.length === ids.length);
    },
    async remove(tx, ids) {
      const removed = await tx.db
        .deleteFrom('bulk_actions')
        .where(inList(tx, 'id', JSON.stringify(ids)))
        .returning('id')
        .execute();
      return { bulk_actions: removed.length };
    },
  };
}
