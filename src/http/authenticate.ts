import { db } from '../db/orm.ts';
import { accessDenied, notFound, unauthorized } from '../errors.ts';
import { credentialsOf } from './credentials.ts';
import { acceptInvitation, findCredentialOwner, type CredentialOwner, noteUse } from './credential-owner.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Caller, Ctx, RouteMiddleware } from './state.ts';

/** The API whose tokens are good behind a door; sessions are users', and belong to the Application API. */
export type Family = 'application' | 'platform';

/**
 * Finds out who calls, by the token or the session in the headers, and on paths with an account whether it is one of theirs.
 * @throws AppError `unauthorized` for no or an unknown token, `not_found` for another's account, `access_denied` for a
 *   token of the wrong family
 */
export function authenticate(limits: RateLimits, family: Family = 'application'): RouteMiddleware {
  return async function authenticate(ctx, next) {
    const accountId = 'account_id' in ctx.params ? wholeNumber(ctx.params['account_id']) : null;
    const owner = await findCredentialOwner(ctx.state.em, credentialsOf(ctx), accountId ?? 0, ctx.state.now);
    await limits.consume(ctx, owner && nameOf(owner));
    if (!owner) throw unauthorized();

    await noteUse(ctx.state.em, owner, ctx.state.now);
    ctx.state.caller = callerOf(ctx, owner, accountId !== null);
    checkFamily(ctx.state.caller, family, accountId !== null);
    if (accountId !== null) await enterAccount(ctx, owner);
    return next();
  };
}

/** Finds out who calls where anyone may: `visitor` is the user, or null for everybody else. */
export function recognize(limits: RateLimits): RouteMiddleware {
  return async function recognize(ctx, next) {
    const owner = await findCredentialOwner(ctx.state.em, credentialsOf(ctx), 0, ctx.state.now);
    const isUser = owner?.ownerType === 'User';
    await limits.consume(ctx, owner && isUser ? nameOf(owner) : null);
    ctx.state.visitor = owner && isUser ? callerOf(ctx, owner, false) : null;
    return next();
  };
}

/** 0, which is nobody's, for text that is not a whole number. */
function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

/** What requests are counted, and their repetitions told, by. */
function nameOf({ tokenId, sessionId }: CredentialOwner): string {
  return tokenId === null ? `session ${sessionId}` : `token ${tokenId}`;
}

function callerOf(ctx: Ctx, owner: CredentialOwner, inAccount: boolean): Caller {
  const { tokenId, sessionId, ownerType: type, ownerId: id } = owner;
  const answeredDeliveryId = wholeNumber(ctx.get('X-Parley-Delivery')) || null;
  const common = {
    credential: nameOf(owner),
    tokenId,
    sessionId,
    answeredDeliveryId,
    id,
    displayName: null,
    email: null,
  };
  if (type === 'PlatformApp') return { ...common, type, avatarUrl: null, name: 'Platform app', role: 'platform_app' };
  if (type === 'AgentBot') {
    return { ...common, type, avatarUrl: owner.botAvatarUrl, name: owner.botName ?? '', role: 'agent_bot' };
  }
  return {
    ...common,
    type,
    name: (owner.invitedEmail === null && owner.shownName) || (owner.userName ?? ''),
    displayName: owner.displayName,
    email: owner.email,
    avatarUrl: owner.avatarUrl,
    role: (inAccount && owner.memberRole) || 'user',
  };
}

function checkFamily(caller: Caller, family: Family, inAccount: boolean): void {
  if (family === 'platform') {
    if (caller.role !== 'platform_app') throw accessDenied('the Platform API is for platform tokens only');
  } else if (caller.role === 'platform_app') {
    throw accessDenied('platform tokens are for the Platform API only');
  } else if (caller.type === 'AgentBot' && !inAccount) {
    throw accessDenied('bots have no profile');
  }
}

/** An account that is not the caller's is as good as absent. */
async function enterAccount(ctx: Ctx, owner: CredentialOwner): Promise<void> {
  const belongs = owner.ownerType === 'AgentBot' ? await botServes(ctx, owner) : owner.memberRole !== null;
  if (owner.accountId === null || owner.accountName === null || !belongs) throw notFound('Account');
  if (owner.accountStatus === 'suspended') throw accessDenied('the account is suspended');
  ctx.state.account = { id: owner.accountId, name: owner.accountName };
  if (owner.invitedEmail !== null) await acceptInvitation(ctx.state.em, owner.accountId, owner.ownerId);
}

/** A bot works in its own account, and one of the installation in every account that connected it to an inbox. */
async function botServes(ctx: Ctx, owner: CredentialOwner): Promise<boolean> {
  if (owner.botAccountId !== null) return owner.botAccountId === owner.accountId;
  const inbox = await db(ctx.state.em)
    .selectFrom('inboxes')
    .select('id')
    .where('agent_bot_id', '=', owner.ownerId)
    .where('account_id', '=', owner.accountId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return inbox !== undefined;
}
