import type { Tx } from '../db/tx.ts';
import { LoopStopped } from '../events/chain.ts';
import type { Ctx, RouteMiddleware } from './state.ts';

/** Stores that a loop was stopped; returns whether that is new. */
export type StopLoop = (tx: Tx, loop: LoopStopped, now: Date) => Promise<boolean>;

/**
 * Stores that a loop was stopped, outside of the request's own transaction, which was rolled back, and logs it where
 * `stopLoop` says that it is new. The error goes on to the answer.
 * @throws what `stopLoop` threw, in place of that error
 */
export function noteLoops(stopLoop: StopLoop): RouteMiddleware {
  return async function noteLoops(ctx, next) {
    try {
      await next();
    } catch (error) {
      if (error instanceof LoopStopped && (await stopLoop(ctx.state.tx.fork(), error, ctx.state.now))) log(ctx, error);
      throw error;
    }
  };
}

function log({ state }: Ctx, { conversation, origin }: LoopStopped): void {
  const facts = {
    account_id: state.account.id,
    conversation_id: conversation.displayId,
    receiver: origin && `${origin.receiverType} ${origin.receiverId}`,
    credential: state.caller.credential,
    request_id: state.requestId,
  };
  state.app.log.warn(facts, 'a webhook or a bot changes a conversation in answer to its own changes: stopped');
}
