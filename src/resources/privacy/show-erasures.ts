import { inList } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { ErasureRow } from './erasure/erasures.ts';
import { presentErasure } from './presenter.ts';

/** The erasures for answers, with the names of the requesting users. */
export async function showErasures(tx: Tx, erasures: ErasureRow[]) {
  const ids = [...new Set(erasures.flatMap(({ userId }) => userId ?? []))];
  const users = await tx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return erasures.map((erasure) => presentErasure(erasure, names));
}

/** The same for one of them. */
export async function showErasure(tx: Tx, erasure: ErasureRow) {
  const [shown] = await showErasures(tx, [erasure]);
  return shown ?? presentErasure(erasure, new Map());
}
