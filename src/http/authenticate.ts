import { credentialName } from '../credential-name.ts';
import { accessDenied, accountSuspended, type AppError, notFound, unauthorized } from '../errors.ts';
import { idIn } from '../fields/id-in.ts';
import { credentialsOf, credentialsWithCookie } from './credentials.ts';
import { findCredentialOwner, type CredentialOwner, hasExpired, noteUse } from './credential-owner.ts';
import { acceptInvitation } from '../records/access/accept-invitation.ts';
import { checkMayAccept } from '../records/access/may-accept.ts';
import { mayOnlyRead } from '../records/access/token-scope.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Caller, Ctx, RouteMiddleware } from './state.ts';

/** The API that a route belongs to, which decides the credentials it accepts; sessions are for the Application API. */
export type Family = 'application' | 'platform';

/**
 * Identifies the caller by the token or session in the headers or in the cookie, counts the request against `limits`, and on paths with
 * an account checks that the caller belongs to it. Sets `caller` and `account`, and the user in `tx`; stores when the token or session was
 * last used, and accepts the caller's invitation to the account, if there is one.
 * @throws AppError `too_many_requests`; `unauthorized` without a valid token or session, and in a suspended account;
 *   `not_found` for an account that the caller does not belong to; `access_denied` for a token of the wrong family, and
 *   for a bot on a path without an account
 */
export function authenticate(limits: RateLimits, family: Family = 'application'): RouteMiddleware {
  const read = family === 'application' ? credentialsWithCookie : credentialsOf;
  return async function authenticate(ctx, next) {
    // No row has the id 0.
    const accountId = 'account_id' in ctx.params ? (idIn(ctx.params['account_id'] ?? '') ?? 0) : null;
    const known = await findCredentialOwner(ctx.state.tx, read(ctx), accountId ?? 0);
    const owner = valid(known, ctx.state.now);
    await limits.consume(ctx, owner && credentialName(owner));
    if (!owner) throw refused(known);

    await noteUse(ctx.state.tx, owner, ctx.state.now);
    ctx.state.caller = callerOf(ctx, owner, accountId !== null);
    checkFamily(ctx.state.caller, family, accountId !== null);
    if (owner.ownerType === 'User') ctx.state.tx = ctx.state.tx.by(owner.ownerId);
    if (accountId !== null) await enterAccount(ctx, owner);
    return next();
  };
}

/**
 * The caller of a request that has waited, read again: roles and memberships may have changed in between.
 * @throws AppError as `authenticate` does
 */
export function callerByNow(ctx: Ctx): Promise<Caller> {
  return callerIn(ctx, ctx.state.account.id);
}

/**
 * The caller with their role in the account, and sets the account: for a path without it, whose query names it.
 * @throws AppError as `authenticate` does
 */
export async function callerIn(ctx: Ctx, accountId: number): Promise<Caller> {
  const { tx, app } = ctx.state;
  const known = await findCredentialOwner(tx, credentialsWithCookie(ctx), accountId);
  const owner = valid(known, app.now());
  if (!owner) throw refused(known);
  await enterAccount(ctx, owner);
  return callerOf(ctx, owner, true);
}

/** The owner, if the credentials have not expired. */
function valid(owner: CredentialOwner | null, now: Date): CredentialOwner | null {
  return owner && hasExpired(owner, now) ? null : owner;
}

/** `owner` null = the credentials are not known; else they have expired. */
function refused(owner: CredentialOwner | null): AppError {
  if (!owner) return unauthorized();
  return unauthorized(
    owner.tokenId === null
      ? 'this session has expired: sign in again'
      : 'this access token has expired: make another one, at /api/v1/profile/access_tokens or with "parley users token"',
  );
}

/**
 * Identifies the caller on routes that anyone may call, and counts the request against `limits`: `visitor` is the user,
 * or null without a valid token or session of a user, and for a token that may only read, because these routes write. The cookie
 * of a browser counts where `takesCookie`.
 * @throws AppError `too_many_requests`
 */
export function recognize(limits: RateLimits, { takesCookie = false } = {}): RouteMiddleware {
  const read = takesCookie ? credentialsWithCookie : credentialsOf;
  return async function recognize(ctx, next) {
    const owner = valid(await findCredentialOwner(ctx.state.tx, read(ctx), 0), ctx.state.now);
    const isUser = owner?.ownerType === 'User';
    await limits.consume(ctx, owner && isUser ? credentialName(owner) : null);
    ctx.state.visitor = owner && isUser && !mayOnlyRead(owner) ? callerOf(ctx, owner, false) : null;
    return next();
  };
}

function callerOf(ctx: Ctx, owner: CredentialOwner, inAccount: boolean): Caller {
  const { tokenId, sessionId, scope, expiresAt, ownerType: type, ownerId: id } = owner;
  const answeredDeliveryId = idIn(ctx.get('X-Parley-Delivery')) || null;
  const common = {
    credential: credentialName(owner),
    tokenId,
    sessionId,
    scope,
    expiresAt,
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

/**
 * Sets the account, if the caller belongs to it. Otherwise the account is "not found", so that callers cannot find out
 * which accounts exist.
 */
async function enterAccount(ctx: Ctx, owner: CredentialOwner): Promise<void> {
  const belongs = owner.ownerType === 'AgentBot' ? await botServes(ctx, owner) : owner.memberRole !== null;
  if (owner.accountId === null || owner.accountName === null || !belongs) throw notFound('Account');
  if (owner.accountStatus === 'suspended') throw accountSuspended();
  ctx.state.account = { id: owner.accountId, name: owner.accountName };
  if (owner.invitedEmail === null) return;
  if (mayOnlyRead(owner)) await checkMayAccept(ctx.state.tx, { userId: owner.ownerId, accountId: owner.accountId });
  else await acceptInvitation(ctx.state.tx, owner.accountId, owner.ownerId);
}

/**
 * Whether the bot works in the account: its own, or for a bot of the installation, any with an inbox that it is
 * connected to.
 */
async function botServes(ctx: Ctx, owner: CredentialOwner): Promise<boolean> {
  if (owner.botAccountId !== null) return owner.botAccountId === owner.accountId;
  const inbox = await ctx.state.tx.db
    .selectFrom('inboxes')
    .select('id')
    .where('agent_bot_id', '=', owner.ownerId)
    .where('account_id', '=', owner.accountId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return inbox !== undefined;
}
