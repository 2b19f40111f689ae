import type { Chain } from '../records/conversation.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import { AppError } from '../errors.ts';
import { isRecent, MINUTE, SECOND } from '../time.ts';

// Programs that receive events and answer each with another change would go on without end. Changes that follow a
// delivery are therefore counted, and too many in a row are refused. Messages are limited in
// conversations/messages/create-message.ts instead.

export const NO_CHAIN: Chain = { length: 0, beganAt: null };

/**
 * The delivery behind an automatic change: its receiver, and the chain's length when its event was recorded. For a posted
 * event, the receiver is its job.
 */
export type Cause = { chainLength: number; receiverType: ReceiverType | 'Job'; receiverId: number };

/** The most automatic changes of a conversation in a row within a minute. */
export const LONGEST_CHAIN = 20;
const CHAIN_MS = MINUTE;

/** How long after a delivery a change counts as its answer: a chain with longer pauses cannot exceed the limit. */
export const ANSWER_MS = CHAIN_MS / LONGEST_CHAIN;

/** The number of changes in the chain at `now`; 0 when it began a minute ago or longer. */
export function lengthAt({ length, beganAt }: Chain, now: Date): number {
  return beganAt !== null && isRecent(CHAIN_MS, beganAt, now) ? length : 0;
}

/** Whether a change of the chain has been refused: then all are, until a minute after it began. */
export const isStopped = (chain: Chain, now: Date) => lengthAt(chain, now) > LONGEST_CHAIN;

/** The chain after a change at `now` that answers the delivery `cause`; null = a program's change that answers none. */
export function chainAfter(chain: Chain, cause: Cause | null, now: Date): Chain {
  const length = lengthAt(chain, now);
  // Otherwise a program that repeats what was refused would succeed once its delivery is no longer recent, or as an answer
  // to an earlier one.
  if (isStopped(chain, now)) return { length: length + 1, beganAt: chain.beganAt };
  if (cause === null) return NO_CHAIN;
  if (length === 0 || cause.chainLength === 0) return { length: 1, beganAt: now };
  return { length: length + 1, beganAt: chain.beganAt };
}

/** A change that was refused because its chain would be too long. */
export class LoopStopped extends AppError {
  readonly conversation: { id: number; displayId: number };
  /** Null = unknown, because the change came long after the last delivery. */
  readonly origin: Cause | null;

  constructor(conversation: { id: number; displayId: number }, beganAt: Date, origin: Cause | null, now: Date) {
    const seconds = Math.max(1, Math.ceil((beganAt.getTime() + CHAIN_MS - now.getTime()) / SECOND));
    super('too_many_requests', 'Too many requests', {
      detail:
        `a webhook or a bot changes conversation ${conversation.displayId} in answer to its own changes: ` +
        `${LONGEST_CHAIN} automatic changes in a row within a minute are the limit; try again in ${seconds} seconds`,
      retryAfter: seconds,
    });
    this.conversation = conversation;
    this.origin = origin;
  }
}
