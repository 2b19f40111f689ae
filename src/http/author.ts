import type { Author } from '../db/audit/author.ts';
import { clientAddress } from './client-address.ts';
import type { Caller, Ctx, State } from './state.ts';

/** Who makes the changes of the request, as far as it is known by now. */
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
