import { LoopStopped } from '../../events/chain.ts';
import type { Ctx, RouteMiddleware } from '../../http/state.ts';
import { receiverKey } from './claim-lanes.ts';
import { stopLoop } from './stop-loop.ts';

/** Writes down which loops were stopped; outside of the request's own transaction, which left nothing behind. */
export const noteLoops: RouteMiddleware = async function noteLoops(ctx, next) {
  try {
    await next();
  } catch (error) {
    if (error instanceof LoopStopped) await note(ctx, error);
    throw error;
  }
};

async function note(ctx: Ctx, loop: LoopStopped): Promise<void> {
  const { em, app, account, caller, requestId } = ctx.state;
  if (!(await stopLoop(em.fork(), loop, ctx.state.now))) return;
  const facts = {
    account_id: account.id,
    conversation_id: loop.conversation.displayId,
    receiver: loop.origin && receiverKey(loop.origin),
    credential: caller.credential,
    request_id: requestId,
  };
  app.log.warn(facts, 'a webhook or a bot changes a conversation in answer to its own changes: stopped');
}
