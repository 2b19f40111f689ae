import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AccountSettings } from '../../entities/account.ts';
import type { Attributes } from '../../entities/columns.ts';
import { type AccountRow, readAccount } from './queries.ts';

/** The changes; undefined, also inside the objects, leaves a value as it is; null = none. */
export type AccountChanges = {
  name?: string | undefined;
  locale?: string | undefined;
  domain?: string | null | undefined;
  supportEmail?: string | null | undefined;
  settings: { [K in keyof AccountSettings]: AccountSettings[K] | undefined };
  customAttributes: { [key: string]: string | null | undefined };
};

/**
 * Changes an account; settings and custom attributes are merged into the existing ones.
 * @throws AppError `not_found` when the account has been deleted
 */
export function updateAccount(tx: Tx, account: { id: number }, input: AccountChanges, now: Date): Promise<AccountRow> {
  return inTransaction(tx, async (tx) => {
    // Locked before reading: otherwise concurrent changes would overwrite each other's settings.
    await tx.db.updateTable('accounts').set({ updated_at: now }).where('id', '=', account.id).execute();
    const before = await readAccount(tx, account.id);
    const settings: AccountSettings = { ...before.settings, ...given(input.settings) };
    const customAttributes: Attributes = { ...before.customAttributes, ...given(input.customAttributes) };
    await tx.db
      .updateTable('accounts')
      .set({
        name: input.name,
        locale: input.locale,
        domain: input.domain,
        support_email: input.supportEmail,
        settings: json(settings),
        custom_attributes: json(customAttributes),
      })
      .where('id', '=', account.id)
      .execute();
    return readAccount(tx, account.id);
  });
}

/** The values without those that are undefined. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
