import { array } from 'yup';
import { sql } from 'kysely';
import { jsonRows } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { attributes, integer, object } from '../../fields.ts';
import { lockPortal, type PortalRecord } from '../../records/help-centre/portal.ts';

const MOST_IDS = 1000;

/** The distance between positions, so that others can be put between. */
export const GAP = 10;

export const reorderBody = object({
  positions_hash: attributes()
    .required('is missing: an object of positions by ids')
    .test('positions', `must have whole numbers by ids, at most ${MOST_IDS} of them`, (given) => {
      const entries = Object.entries(given ?? {});
      return entries.length <= MOST_IDS && entries.every((pair) => pairOf.isValidSync(pair));
    })
    .meta({ jsonSchema: { type: 'object', additionalProperties: { type: 'integer' } } }),
});

const pairOf = array(integer().required()).length(2);

/** Gives the portal's categories or articles these positions, by their ids; ids that it does not have are ignored. */
export function reorder(
  tx: Tx,
  portal: PortalRecord,
  table: 'categories' | 'articles',
  positions: Attributes,
): Promise<void> {
  const rows = JSON.stringify(
    Object.entries(positions).map(([id, position]) => ({ id: Number(id), position: Number(position) })),
  );
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    const given = jsonRows<{ id: number; position: number }>(tx, rows, { id: 'int', position: 'int' });
    await tx.db
      .updateTable(table)
      .from(given.as('given'))
      .set({ position: sql`given.position` })
      .whereRef(sql.ref(`${table}.id`), '=', sql.ref('given.id'))
      .where('portal_id', '=', portal.id)
      .execute();
  });
}
