import type { Tx } from '../db/tx.ts';
import { LoopStopped } from '../events/chain.ts';
import { LOOP, loopFacts } from '../events/loop-facts.ts';
import type { Ctx, RouteMiddleware } from './state.ts';

/** Stores that a loop was stopped; returns whether that is new. */
export type StopLoop = (tx: Tx, loop: LoopStopped, now: Date) => Promise<boolean>;

/**
 * Stores a stopped loop outside the request's own transaction, which was rolled back, and logs the loop if `stopLoop`
 * reports it as new. The error reaches the answer even if storing fails.
 */
export function noteLoops(stopLoop: StopLoop): RouteMiddleware {
  return async function noteLoops(ctx, next) {
    try {
      await next();
    } catch (error) {
      if (error instanceof LoopStopped) await note(ctx, error, stopLoop);
      throw error;
    }
  };
}

async function note(ctx: Ctx, loop: LoopStopped, stopLoop: StopLoop): Promise<void> {
  const { app, tx, now, requestId } = ctx.state;
  try {
    if (await stopLoop(tx.fork(), loop, now)) log(ctx, loop);
  } catch (error) {
    app.log.error({ request_id: requestId, err: error }, 'cannot note a stopped loop');
  }
}

function log({ state }: Ctx, loop: LoopStopped): void {
  // The Public API has no caller.
  const { caller } = state as Partial<typeof state>;
  const facts = loopFacts(state.account.id, loop);
  state.app.log.warn({ ...facts, credential: caller?.credential, request_id: state.requestId }, LOOP);
}
