import type { Tx } from '../db/tx.ts';
import type { App } from '../app.ts';
import { idleRules, idleSince } from '../conversations/status/idle-rule.ts';
import { idleConversations } from '../conversations/status/due-conversations.ts';
import { resolveIdle } from '../conversations/status/resolve-idle.ts';
import { oneByOne } from './queue/one-by-one.ts';

/** Most conversations of each account and status in one run; the next run, a minute later, takes the rest. */
const BATCH = 500;

/** Whether any conversation is due for resolving. */
export async function isAnyIdle(tx: Tx, now: Date): Promise<boolean> {
  for (const rule of await idleRules(tx)) {
    if ((await idleConversations(tx, rule, idleSince(rule, now), 1)).length > 0) return true;
  }
  return false;
}

/**
 * Resolves the conversations without activity by the rules of their accounts, at most 500 of each account and status. A
 * failure is logged, and does not stop the others.
 */
export async function autoResolve(app: App, now: Date): Promise<void> {
  for (const rule of await idleRules(app.tx())) {
    const ids = await idleConversations(app.tx(), rule, idleSince(rule, now), BATCH);
    await oneByOne(app, 'auto-resolve', ids, (tx, id) => resolveIdle(tx, id, rule, now));
  }
}
