import type { Tx } from '../../../db/tx.ts';

/** Writes a user's export of contacts and its columns to the audit log; nothing for the system's own exports. */
export async function noteExport(
  tx: Tx,
  accountId: number,
  { columns }: { columns: readonly string[] },
): Promise<void> {
  const changes = { column_names: [...columns] };
  await tx.audit({ accountId, type: 'Contact', id: null, action: 'export', changes });
}
