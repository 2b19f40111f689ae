import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { erasureShape } from './answers.ts';
import type { ErasureRow } from './erasure/erasures.ts';
import { sorted } from './erasure/proof.ts';

/** An erasure; `names` are those of the users who asked for any, by id: a deleted user has none. */
export function presentErasure(erasure: ErasureRow, names: ReadonlyMap<number, string>): Shown<typeof erasureShape> {
  const { userId } = erasure;
  return {
    id: erasure.id,
    account_id: erasure.accountId,
    contact_id: erasure.contactId,
    status: erasure.status,
    requested_by: userId === null ? null : { id: userId, name: names.get(userId) ?? null },
    requested_at: iso(erasure.requestedAt),
    finished_at: iso(erasure.finishedAt),
    deleted: sorted(erasure.counts),
    digest: erasure.digest,
  };
}
