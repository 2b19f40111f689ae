import type { Tx } from '../../../db/tx.ts';
import type { GivenCondition } from '../../../filters/conditions-field.ts';
import { readConditions } from '../../../filters/read-conditions.ts';
import { enqueue } from '../../../queue.ts';
import { noteExport } from './note-export.ts';

export type NewExport = {
  /** Names of EXPORT_COLUMNS, in the order of the file. */
  columns: readonly string[];
  /** Conditions of the contact filter; empty = all contacts. */
  conditions: GivenCondition[];
  /** Only contacts with this label; null = all. */
  label: string | null;
  /** The user who gets a mail with the file. */
  userId: number;
};

/**
 * Queues a job that writes a CSV file of contacts.
 * @throws AppError `invalid` for conditions that the filter refuses
 */
export async function requestExport(tx: Tx, accountId: number, input: NewExport, now: Date): Promise<void> {
  await readConditions(tx, accountId, 'contact', input.conditions, now);
  await noteExport(tx, accountId, input);
  const payload = {
    column_names: [...input.columns],
    conditions: input.conditions,
    label: input.label,
    user_id: input.userId,
  };
  await enqueue(tx, { kind: 'export_contacts', accountId, payload }, now);
}
