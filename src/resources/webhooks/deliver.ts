import type { App } from '../../app.ts';
import { eventBody } from '../../events/record.ts';
import { SECOND } from '../../time.ts';
import type { Claim } from './claim-lanes.ts';
import { cancelLane, finishAttempt } from './finish-attempt.ts';
import { nextDelivery } from './next-delivery.ts';
import { findReceiver } from './receivers.ts';
import { send } from './send.ts';
import { deliveryHeaders } from './sign.ts';

/** Sends the first pending delivery of a claimed lane and writes down how it went, at the time that `clock` gives then. */
export async function deliver(app: App, claim: Claim, clock: () => Promise<Date>): Promise<void> {
  const em = app.orm.em.fork();
  const receiver = await findReceiver(em, claim.receiverType, claim.receiverId);
  const delivery = receiver && (await nextDelivery(em, claim));
  if (!receiver || !delivery) return cancelLane(em, claim, app.now());

  const { webhooks } = app.config;
  const body = eventBody({ id: delivery.eventId, type: delivery.type, payload: delivery.payload });
  const { type: event, eventId, chainLength } = delivery;
  const signed = { deliveryId: String(delivery.id), event, eventId, chainLength, body };
  const headers = deliveryHeaders(signed, receiver.secret, app.now());
  const attempt = await send(await app.http(), receiver.url, body, headers, webhooks.timeout_seconds * SECOND);

  const rules = {
    retryMinutes: webhooks.retry_minutes,
    disableAfterHours: webhooks.disable_after_hours,
    disableAfterDeliveries: webhooks.disable_after_deliveries,
  };
  const outcome = await finishAttempt(em, claim, delivery, attempt, rules, await clock(), Math.random());
  report(app, claim, delivery, attempt, outcome);
}

type Parts = Parameters<typeof finishAttempt>;

function report(
  app: App,
  claim: Claim,
  delivery: Parts[2],
  attempt: Parts[3],
  outcome: Awaited<ReturnType<typeof finishAttempt>>,
) {
  const facts = {
    account_id: delivery.accountId,
    delivery_id: delivery.id,
    event_id: delivery.eventId,
    event: delivery.type,
    receiver: `${claim.receiverType} ${claim.receiverId}`,
    attempt: delivery.attemptsCount + 1,
    status_code: attempt.statusCode,
    error: attempt.error,
    ms: attempt.latencyMs,
    next_attempt_at: outcome.nextAttemptAt,
  };
  if (outcome.status === 'delivered') app.log.debug(facts, 'delivered');
  else if (outcome.status === 'pending') app.log.warn(facts, 'delivery failed, will be tried again');
  else app.log.warn(facts, 'delivery failed for good');
  if (outcome.disabled) app.log.warn({ ...facts, reason: outcome.disabled }, 'webhook disabled');
}
