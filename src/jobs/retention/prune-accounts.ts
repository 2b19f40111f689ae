import type { App } from '../../app.ts';
import { prune } from '../../resources/retention/prune.ts';
import { retentionRules } from '../../resources/retention/rules.ts';

/** Removes what accounts keep only for a time, as their settings say, and logs how much it was. */
export async function pruneAccounts(app: App, now: Date, signal?: AbortSignal): Promise<void> {
  const rules = await retentionRules(app.tx(), { accountId: null, days: null }, now);
  const pruned = await prune(app.tx(), rules, now, signal);
  for (const { accountId, accountName: _, ...amounts } of pruned) {
    const isAny = Object.values(amounts).some(({ count }) => count > 0);
    if (isAny) app.log.info({ account_id: accountId, ...amounts }, 'removed what the account does not keep any longer');
  }
}
