import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AccountFeatures, AccountLimits, AccountStatus } from '../../entities/account.ts';
import type { Attributes } from '../../entities/columns.ts';
import { permit } from '../platform_tokens/permissions.ts';
import { type AccountRow, readAccount } from './queries.ts';

export type NewPlatformAccount = {
  name: string;
  locale: string;
  domain: string | null;
  supportEmail: string | null;
  status: AccountStatus;
  features: AccountFeatures;
  limits: AccountLimits;
  customAttributes: Attributes;
};

/** Makes an account without members, which the platform app may manage. */
export function createPlatformAccount(
  tx: Tx,
  platformAppId: number,
  input: NewPlatformAccount,
  now: Date,
): Promise<AccountRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('accounts')
      .values({ ...platformColumns(input), name: input.name, settings: json({}), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await permit(tx, platformAppId, { type: 'Account', id }, now);
    return readAccount(tx, id);
  });
}

/** The columns of an account that platform apps set; undefined = unchanged. */
export function platformColumns(input: { [K in keyof NewPlatformAccount]?: NewPlatformAccount[K] | undefined }) {
  return {
    name: input.name,
    locale: input.locale,
    domain: input.domain,
    support_email: input.supportEmail,
    status: input.status,
    features: input.features && json(input.features),
    limits: input.limits && json(input.limits),
    custom_attributes: input.customAttributes && json(input.customAttributes),
  };
}
