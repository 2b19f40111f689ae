import { waitBriefly } from '../../../db/dialect.ts';
import { db, type EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { DeliveryStatus } from '../../../entities/delivery.ts';
import { enqueue } from '../../../queue.ts';
import { HOUR, MINUTE } from '../../../time.ts';
import { type Claim, ofLane } from './claim-lanes.ts';
import { disableWebhook, noteExhausted, noteSuccess } from './webhook-health.ts';
import { giveUp, lockConversationOfDelivery } from './give-up.ts';
import type { DueDelivery } from './next-delivery.ts';
import { type Attempt, succeeded } from './send.ts';

/** When and how often a failed delivery is tried again, and when its webhook is given up. */
export type RetryRules = { retryMinutes: readonly number[]; disableAfterHours: number; disableAfterDeliveries: number };

/** What became of the delivery; `disabled` says why its webhook was, null = it was not. */
export type Outcome = { status: DeliveryStatus; nextAttemptAt: Date | null; disabled: string | null };

/** Longest pause that a receiver can ask for. */
const MAX_RETRY_AFTER_MS = HOUR;
/** Part of each pause that is left to chance, so that what failed together does not come back together. */
const JITTER = 0.1;
const GONE = 410;

/**
 * Writes down an attempt, plans the next or ends the delivery, and lets go of the lane. `random` is from 0 to 1.
 * When the lease has run out meanwhile, the lane is somebody else's, and only the attempt is written.
 */
export function finishAttempt(
  em: EntityManager,
  claim: Claim,
  delivery: DueDelivery,
  attempt: Attempt,
  rules: RetryRules,
  now: Date,
  random: number,
): Promise<Outcome> {
  return inTransaction(em, async (em) => {
    await waitBriefly(em);
    const nextAttemptAt = succeeded(attempt) ? null : planRetry(delivery, attempt, rules, now, random);
    const status = succeeded(attempt) ? 'delivered' : nextAttemptAt ? 'pending' : 'exhausted';
    if (status === 'exhausted') await lockConversationOfDelivery(em, claim, delivery);
    const held = await lockLane(em, claim);
    await writeAttempt(em, delivery, attempt, now);
    if (!held) return { status: 'pending', nextAttemptAt: null, disabled: null };

    await db(em)
      .updateTable('deliveries')
      .set((eb) => ({ status, attempts_count: eb('attempts_count', '+', 1), finished_at: nextAttemptAt ? null : now }))
      .where('id', '=', delivery.id)
      .execute();
    if (status === 'exhausted') await giveUp(em, claim, delivery, attempt, now);
    const disabled =
      claim.receiverType === 'Webhook'
        ? await updateWebhookHealth(em, claim, delivery.accountId, status, attempt, rules, now)
        : null;
    await releaseLane(em, claim, nextAttemptAt ?? now);
    return { status, nextAttemptAt, disabled };
  });
}

/** Ends whatever is pending in a lane whose receiver is gone or disabled. */
export function cancelLane(em: EntityManager, claim: Claim, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    if (!(await lockLane(em, claim))) return;
    await db(em)
      .updateTable('deliveries')
      .set({ status: 'cancelled', finished_at: now })
      .where((eb) => eb.and(ofLane(claim)))
      .where('status', '=', 'pending')
      .execute();
    await releaseLane(em, claim, now);
  });
}

/** Locks the lane until the commit: who plans a delivery for it now waits. False when it is not ours any more. */
async function lockLane(em: EntityManager, claim: Claim): Promise<boolean> {
  const updated = await db(em)
    .updateTable('delivery_lanes')
    .set({ held_by: null })
    .where((eb) => eb.and(ofLane(claim)))
    .where('held_by', '=', claim.heldBy)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) === 1;
}

/** The lane is due again at `dueAt` if anything is pending in it, and gone otherwise. */
async function releaseLane(em: EntityManager, claim: Claim, dueAt: Date): Promise<void> {
  const pending = await db(em)
    .selectFrom('deliveries')
    .select('id')
    .where((eb) => eb.and(ofLane(claim)))
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  if (pending) {
    await db(em)
      .updateTable('delivery_lanes')
      .set({ due_at: dueAt })
      .where((eb) => eb.and(ofLane(claim)))
      .execute();
  } else {
    await db(em)
      .deleteFrom('delivery_lanes')
      .where((eb) => eb.and(ofLane(claim)))
      .execute();
  }
}

async function writeAttempt(em: EntityManager, delivery: DueDelivery, attempt: Attempt, now: Date): Promise<void> {
  await db(em)
    .insertInto('delivery_attempts')
    .values({
      delivery_id: delivery.id,
      started_at: new Date(now.getTime() - attempt.latencyMs),
      latency_ms: attempt.latencyMs,
      status_code: attempt.statusCode,
      error: attempt.error,
      response: attempt.response,
    })
    .execute();
}

/** When to try again after a failure; null = never. */
function planRetry(delivery: DueDelivery, attempt: Attempt, rules: RetryRules, now: Date, random: number): Date | null {
  const minutes = rules.retryMinutes[delivery.attemptsCount];
  if (minutes === undefined || attempt.statusCode === GONE) return null;
  const planned = minutes * MINUTE * (1 + JITTER * random);
  const asked = Math.min(attempt.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return new Date(now.getTime() + Math.max(planned, asked));
}

/** Keeps how the webhook fares, and has its administrators told when it is disabled. Returns why it was; null = it was not. */
async function updateWebhookHealth(
  em: EntityManager,
  claim: Claim,
  accountId: number,
  status: DeliveryStatus,
  attempt: Attempt,
  rules: RetryRules,
  now: Date,
): Promise<string | null> {
  if (status === 'delivered') await noteSuccess(em, claim.receiverId);
  if (status !== 'exhausted') return null;
  const health = await noteExhausted(em, claim.receiverId, now);
  const reason = reasonToDisable(health, attempt, rules, now);
  if (reason === null) return null;
  if (!(await disableWebhook(em, claim.receiverId, reason, now))) return null;
  await enqueue(em, { kind: 'webhook_disabled', accountId, payload: { webhook_id: claim.receiverId, reason } }, now);
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
