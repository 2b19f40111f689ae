import type { Tx } from '../../../db/tx.ts';

/** Writes to the audit log that somebody exports contacts, and which columns; not where the system does it for them. */
export async function noteExport(
  tx: Tx,
  accountId: number,
  { columns }: { columns: readonly string[] },
): Promise<void> {
  const changes = { column_names: [...columns] };
  await tx.audit({ accountId, type: 'Contact', id: null, action: 'export', changes });
}
