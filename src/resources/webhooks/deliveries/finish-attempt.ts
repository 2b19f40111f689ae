import type { Tx } from '../../../db/tx.ts';
import { preferIndexes, waitBriefly } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { DeliveryStatus } from '../../../entities/delivery.ts';
import { enqueue } from '../../../queue.ts';
import { HOUR, MINUTE } from '../../../time.ts';
import { type Ended, markDeliveries, writeAttempts } from './attempts.ts';
import { giveUp, lockConversationOfDelivery } from './give-up.ts';
import { lockLanes, releaseLanes } from './lanes.ts';
import type { DueDelivery } from './next-delivery.ts';
import { type Attempt, succeeded } from './send.ts';
import { disableWebhook, noteExhausted, noteSuccesses } from './webhook-health.ts';

/**
 * `retryMinutes` are the pauses after the first failed attempt of a delivery, the second and so on; a failure for which
 * no pause is left exhausts it. A webhook is disabled when deliveries to it have been exhausted for
 * `disableAfterHours`, at least `disableAfterDeliveries` of them, and none has succeeded meanwhile, or at once when it
 * answers 410.
 */
export type RetryRules = { retryMinutes: readonly number[]; disableAfterHours: number; disableAfterDeliveries: number };

/**
 * The delivery's new state. `nextAttemptAt` null = no attempt was planned; `disabled` is the reason for disabling its
 * webhook, null = it was not disabled.
 */
export type Outcome = { status: DeliveryStatus; nextAttemptAt: Date | null; disabled: string | null };

/** The longest pause that a receiver can ask for. */
const MAX_RETRY_AFTER_MS = HOUR;
/** The random part of each pause, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
const GONE = 410;

/**
 * Stores an attempt, plans the next one or ends the delivery, and releases the lane. An exhausted delivery has the
 * consequences of `giveUp`, and can disable its webhook, which queues a mail to the administrators. `random` is from 0
 * to 1. When the lease has ended and another process has claimed the lane, only the attempt is stored, and the result
 * is "pending".
 */
export function finishAttempt(tx: Tx, ended: Ended, rules: RetryRules, now: Date, random: number): Promise<Outcome> {
  const { claim, delivery, attempt } = ended;
  return inTransaction(tx, async (tx) => {
    await preferIndexes(tx);
    await waitBriefly(tx);
    const nextAttemptAt = succeeded(attempt) ? null : planRetry(delivery, attempt, rules, now, random);
    const status = succeeded(attempt) ? 'delivered' : nextAttemptAt ? 'pending' : 'exhausted';
    if (status === 'exhausted') await lockConversationOfDelivery(tx, claim, delivery);
    const held = await lockLanes(tx, [claim], 'wait');
    await writeAttempts(tx, [ended], now);
    if (held.length === 0) return { status: 'pending', nextAttemptAt: null, disabled: null };

    await markDeliveries(tx, [delivery], status, nextAttemptAt ? null : now);
    if (status === 'delivered') await noteSuccesses(tx, held);
    if (status === 'exhausted') await giveUp(tx, claim, delivery, attempt, now);
    const disabled = status === 'exhausted' ? await updateWebhookHealth(tx, ended, rules, now) : null;
    await releaseLanes(tx, held, nextAttemptAt ?? now);
    return { status, nextAttemptAt, disabled };
  });
}

/** When to try again after a failure; null = never. */
function planRetry(delivery: DueDelivery, attempt: Attempt, rules: RetryRules, now: Date, random: number): Date | null {
  const minutes = rules.retryMinutes[delivery.attemptsCount];
  if (minutes === undefined || attempt.statusCode === GONE) return null;
  const planned = minutes * MINUTE * (1 + JITTER * random);
  const asked = Math.min(attempt.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return new Date(now.getTime() + Math.max(planned, asked));
}

/**
 * Updates the webhook's record of failures; disables it when the rules say so, and queues a mail to the administrators.
 * Returns the reason; null = it was not disabled.
 */
async function updateWebhookHealth(
  tx: Tx,
  { claim, delivery: { accountId }, attempt }: Ended,
  rules: RetryRules,
  now: Date,
): Promise<string | null> {
  if (claim.receiverType !== 'Webhook') return null;
  const health = await noteExhausted(tx, claim.receiverId, now);
  const reason = reasonToDisable(health, attempt, rules, now);
  if (reason === null) return null;
  if (!(await disableWebhook(tx, claim.receiverId, reason, now))) return null;
  await enqueue(tx, { kind: 'webhook_disabled', accountId, payload: { webhook_id: claim.receiverId, reason } }, now);
  return reason;
}

function reasonToDisable(
  health: { failingSince: Date; exhaustedCount: number },
  attempt: Attempt,
  rules: RetryRules,
  now: Date,
): string | null {
  if (attempt.statusCode === GONE) return 'the receiver answered 410 Gone';
  const hours = (now.getTime() - health.failingSince.getTime()) / HOUR;
  if (hours < rules.disableAfterHours || health.exhaustedCount < rules.disableAfterDeliveries) return null;
  return `every delivery has failed since ${health.failingSince.toISOString()} (${health.exhaustedCount} of them), the last with ${attempt.error ?? `status ${attempt.statusCode}`}`;
}
