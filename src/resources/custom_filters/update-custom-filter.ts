import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { NewCustomFilter } from './create-custom-filter.ts';
import { type CustomFilterRow, findCustomFilter, type Owner } from './queries.ts';

/** What is to change; undefined leaves things as they are. */
export type CustomFilterChanges = { [K in keyof NewCustomFilter]: NewCustomFilter[K] | undefined };

/** Changes a saved view; its query is replaced as a whole. @throws AppError `not_found` when it is gone meanwhile */
export function updateCustomFilter(
  em: EntityManager,
  owner: Owner,
  filter: CustomFilterRow,
  input: CustomFilterChanges,
  now: Date,
): Promise<CustomFilterRow> {
  return inTransaction(em, async (em) => {
    await db(em)
      .updateTable('custom_filters')
      .set({
        name: input.name,
        filter_type: input.filterType,
        query: input.query && json(input.query),
        updated_at: now,
      })
      .where('id', '=', filter.id)
      .execute();
    return found(await findCustomFilter(em, owner, filter.id), 'Custom filter');
  });
}
