import type { Author } from '../db/audit/author.ts';
import { clientAddress } from './client-address.ts';
import type { Caller, Ctx, State } from './state.ts';

/** The author of the request's changes for the audit log, as far as the caller is known at this point. */
export function authorOf(ctx: Ctx): Author {
  const { caller, visitor, account, requestId, now } = ctx.state as Partial<State> & Pick<State, 'requestId' | 'now'>;
  const known = caller ?? visitor ?? null;
  return {
    user: known && userOf(known),
    sessionId: known?.sessionId ?? null,
    accountId: account?.id ?? null,
    requestId,
    address: clientAddress(ctx) || null,
    comment: null,
    now,
  };
}

function userOf({ type, id, email, name }: Caller): Author['user'] {
  if (type === 'User') return { type, id, name: email };
  // The caller has no name of a program.
  if (type === 'PlatformApp') return { type, id, name: null };
  return type === 'AgentBot' ? { type, id, name } : null;
}
