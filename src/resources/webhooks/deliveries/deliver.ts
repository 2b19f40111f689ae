import type { Tx } from '../../../db/tx.ts';
import type { App } from '../../../app.ts';
import { faultOf } from '../../../db/faults.ts';
import { eventBody } from '../../../events/event-body.ts';
import { SECOND } from '../../../time.ts';
import type { Ended } from './attempts.ts';
import { cancelLane } from './cancel-lane.ts';
import { type Claim, receiverKey } from './claim-lanes.ts';
import type { Outcome } from './finish-attempt.ts';
import { type DueDelivery, nextDeliveries } from './next-delivery.ts';
import { findReceiver, type Receiver } from './receivers.ts';
import { send } from './send.ts';
import { attemptHeaders } from './sign.ts';

/**
 * A claimed lane with its next delivery (null = none is pending) and its receiver (null = it was deleted, is disabled
 * or has no address). An Error says why the receiver cannot be read, for example because its secret is damaged; other
 * lanes are not affected.
 */
export type DueLane = { claim: Claim; receiver: Receiver | Error | null; delivery: DueDelivery | null };

/** Reads the next deliveries of claimed lanes and their receivers, as they are at `now`. */
export async function readDueLanes(tx: Tx, claims: Claim[], now: Date): Promise<DueLane[]> {
  const deliveries = await nextDeliveries(tx, claims);
  const receivers = new Map<string, Receiver | Error | null>();
  for (const claim of claims) {
    const key = receiverKey(claim);
    if (receivers.has(key)) continue;
    receivers.set(key, await findReceiver(tx, claim.receiverType, claim.receiverId, now).catch(damage));
  }
  return claims.map((claim, index) => ({
    claim,
    receiver: receivers.get(receiverKey(claim)) ?? null,
    delivery: deliveries[index] ?? null,
  }));
}

/** The error of one receiver. @throws unknown a fault of the database, which affects all lanes */
function damage(error: unknown): Error {
  if (faultOf(error) !== null) throw error;
  return new Error('the receiver cannot be read', { cause: error });
}

/**
 * Sends the next delivery of a claimed lane, has `finish` store how it went, and logs it. Without a receiver or a
 * delivery, it cancels what is pending in the lane.
 * @throws Error when the receiver cannot be read
 */
export async function deliver(
  app: App,
  { claim, receiver, delivery }: DueLane,
  finish: (ended: Ended) => Promise<Outcome>,
): Promise<void> {
  if (receiver instanceof Error) throw receiver;
  if (!receiver || !delivery) return cancelLane(app.tx(), claim, app.now());

  const recorded = { id: delivery.eventId, type: delivery.type, payload: delivery.payload };
  const body = eventBody(recorded, receiver.dialect);
  const { type: event, eventId, chainLength } = delivery;
  const signed = { deliveryId: String(delivery.id), event, eventId, chainLength, body };
  const headers = attemptHeaders(signed, receiver.secrets, app.now());
  const timeoutMs = app.config.webhooks.timeout_seconds * SECOND;
  const attempt = await send(await app.receivers(), receiver.url, body, headers, timeoutMs);
  const ended = { claim, delivery, attempt };
  report(app, ended, await finish(ended));
}

function report(app: App, { claim, delivery, attempt }: Ended, outcome: Outcome) {
  const { status } = outcome;
  app.counts.deliveries.note(status === 'delivered' || status === 'exhausted' ? status : 'failed');
  const facts = {
    account_id: delivery.accountId,
    delivery_id: delivery.id,
    event_id: delivery.eventId,
    event: delivery.type,
    receiver: receiverKey(claim),
    attempt: delivery.attemptsCount + 1,
    status_code: attempt.statusCode,
    error: attempt.error,
    ms: attempt.latencyMs,
    next_attempt_at: outcome.nextAttemptAt,
  };
  if (status === 'delivered') app.log.debug(facts, 'delivered');
  else if (status === 'pending') app.log.warn(facts, 'delivery failed, will be tried again');
  else app.log.warn(facts, 'delivery failed and is exhausted');
  if (outcome.disabled) app.log.warn({ ...facts, reason: outcome.disabled }, 'webhook disabled');
}
