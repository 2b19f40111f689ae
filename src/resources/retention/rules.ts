import type { Tx } from '../../db/tx.ts';
import type { AccountSettings } from '../../entities/account.ts';
import { notFound } from '../../errors.ts';
import { DAY } from '../../time.ts';

/** Data with limited retention, with the account's setting for the number of days. */
const RETAINED = {
  conversations: 'prune_conversations_after',
  attachments: 'prune_attachments_after',
  contacts: 'prune_contacts_after',
} as const satisfies Record<string, keyof AccountSettings>;
export type Retained = keyof typeof RETAINED;

/** Since when an account keeps what; null = all of it, however old. */
export type RetentionRule = { accountId: number; accountName: string; keptSince: Record<Retained, Date | null> };

/** Which rules; `accountId` null = of all accounts, `days` null = as each account has set it, else for all in place of that. */
export type WantedRules = { accountId: number | null; days: number | null };

/**
 * The rules of the accounts that keep anything only for a time, by account.
 * @throws AppError `not_found`, "Account not found"
 */
export async function retentionRules(tx: Tx, { accountId, days }: WantedRules, now: Date): Promise<RetentionRule[]> {
  const accounts = await tx.db
    .selectFrom('accounts')
    .select(['id', 'name', 'settings'])
    .where('deleted_at', 'is', null)
    .$if(accountId !== null, (query) => query.where('id', '=', accountId ?? 0))
    .orderBy('id')
    .execute();
  if (accountId !== null && accounts.length === 0) throw notFound('Account');
  const rules = accounts.map(({ id, name, settings }) =>
    ruleOf({ accountId: id, accountName: name }, settings, days, now),
  );
  return rules.filter(({ keptSince }) => Object.values(keptSince).some((since) => since !== null));
}

/** Whether any account keeps anything only for a time. */
export async function hasAnyRule(tx: Tx, now: Date): Promise<boolean> {
  return (await retentionRules(tx, { accountId: null, days: null }, now)).length > 0;
}

function ruleOf(
  account: Omit<RetentionRule, 'keptSince'>,
  settings: AccountSettings,
  days: number | null,
  now: Date,
): RetentionRule {
  const since = (what: Retained) => {
    const after = days ?? settings[RETAINED[what]] ?? null;
    return after === null ? null : new Date(now.getTime() - after * DAY);
  };
  const keptSince = {
    conversations: since('conversations'),
    attachments: since('attachments'),
    contacts: since('contacts'),
  };
  return { ...account, keptSince };
}
