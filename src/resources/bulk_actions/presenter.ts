import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { bulkActionShape } from './answers.ts';
import type { BulkActionRow } from './queries.ts';

export function presentBulkAction(bulk: BulkActionRow): Shown<typeof bulkActionShape> {
  return {
    id: bulk.id,
    type: bulk.type,
    status: bulk.status,
    total_count: bulk.total,
    done_count: bulk.doneCount,
    failed_count: bulk.failedCount,
    errors: bulk.errors,
    created_at: iso(bulk.createdAt),
    finished_at: iso(bulk.finishedAt),
  };
}
