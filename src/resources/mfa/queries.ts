import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';

export type AuthenticatorRow = NonNullable<Awaited<ReturnType<typeof lockAuthenticator>>>;

/** The user's authenticator, also one that is not in force yet, locked until the end of the transaction; null = none. */
export async function lockAuthenticator(tx: Tx, userId: number) {
  const row = await withRowLock(
    tx,
    tx.db
      .selectFrom('authenticators')
      .where('user_id', '=', userId)
      .select([
        'id',
        'user_id as userId',
        'sealed_secret as sealedSecret',
        'enabled_at as enabledAt',
        'last_step as lastStep',
        'backup_codes as backupCodes',
        'failures',
        'failing_since as failingSince',
      ]),
  ).executeTakeFirst();
  if (!row) return null;
  const { sealedSecret, ...others } = row;
  return { ...others, secret: Buffer.from(tx.installation.vault.open(sealedSecret), 'base64') };
}

/** The authenticator that is in force; null = the user signs in with the password alone. */
export async function findMfa(tx: Tx, userId: number): Promise<{ enabledAt: Date; backupCodesLeft: number } | null> {
  const row = await tx.db
    .selectFrom('authenticators')
    .where('user_id', '=', userId)
    .select(['enabled_at as enabledAt', 'backup_codes as backupCodes'])
    .executeTakeFirst();
  if (!row || row.enabledAt === null) return null;
  return { enabledAt: row.enabledAt, backupCodesLeft: row.backupCodes.length };
}
