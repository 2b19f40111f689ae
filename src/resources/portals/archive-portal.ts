import type { Tx } from '../../db/tx.ts';
import type { PortalRecord } from '../../records/help-centre/portal.ts';

/** Hides a portal from readers. A change of `archived` shows it again. */
export async function archivePortal(tx: Tx, { id }: PortalRecord, now: Date): Promise<void> {
  await tx.db.updateTable('portals').set({ archived: true, updated_at: now }).where('id', '=', id).execute();
}
