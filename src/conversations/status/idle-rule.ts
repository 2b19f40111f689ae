import type { Tx } from '../../db/tx.ts';
import type { AccountSettings } from '../../entities/account.ts';
import { DAY } from '../../time.ts';

/** How an account resolves conversations without activity. */
export type IdleRule = {
  accountId: number;
  days: number;
  /** The statuses that it applies to; snoozed conversations open first. */
  statuses: readonly ['open', 'pending'];
  /** Sent to the contact first, where the channel still delivers answers; null = none. */
  message: string | null;
  /** Added to the conversation; null = none. */
  label: string | null;
  /** Whether conversations whose contact waits for an answer stay open. */
  ignoresWaiting: boolean;
};

/** The rules of the active accounts that have one, ordered by account id. */
export async function idleRules(tx: Tx): Promise<IdleRule[]> {
  const accounts = await tx.db
    .selectFrom('accounts')
    .where('status', '=', 'active')
    .orderBy('id')
    .select(['id', 'settings'])
    .execute();
  return accounts.flatMap(({ id, settings }) => idleRuleOf(id, settings) ?? []);
}

/** Conversations without activity since this time are idle. */
export function idleSince(rule: IdleRule, now: Date): Date {
  return new Date(now.getTime() - rule.days * DAY);
}

function idleRuleOf(accountId: number, settings: AccountSettings): IdleRule | null {
  const days = settings.auto_resolve_after ?? null;
  if (days === null) return null;
  return {
    accountId,
    days,
    statuses: ['open', 'pending'],
    message: settings.auto_resolve_message || null,
    label: settings.auto_resolve_label?.trim() || null,
    ignoresWaiting: settings.auto_resolve_ignore_waiting ?? false,
  };
}
