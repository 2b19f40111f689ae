import { sql } from 'kysely';
import { hot } from '../db/hot.ts';
import { db } from '../db/orm.ts';
import { accessDenied, notFound, unauthorized } from '../errors.ts';
import { digest } from '../secrets.ts';
import { MINUTE } from '../time.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Caller, Ctx, RouteMiddleware } from './state.ts';

/** The last use of a token is written down at most this often. */
const LAST_USED_STEP_MS = MINUTE;

/**
 * Finds out who calls, by the token in the header, and on paths with an account whether it is one of theirs.
 * @throws AppError `unauthorized` for no or an unknown token, `not_found` for another's account, `access_denied` for a
 *   token of the wrong family
 */
export function authenticate(limits: RateLimits): RouteMiddleware {
  return async function authenticate(ctx, next) {
    const token = tokenOf(ctx);
    const accountId = 'account_id' in ctx.params ? wholeNumber(ctx.params['account_id']) : null;
    const [row] =
      token === '' ? [] : await findToken(ctx.state.em, { digest: digest(token), accountId: accountId ?? 0 });
    await limits.consume(ctx, row ? `token ${row.tokenId}` : null);
    if (!row) throw unauthorized();

    await noteUse(ctx, row);
    ctx.state.caller = callerOf(row, accountId !== null);
    if (ctx.state.caller.role === 'platform_app') throw accessDenied('platform tokens are for the Platform API only');
    if (accountId !== null) await enterAccount(ctx, row);
    else if (ctx.state.caller.type === 'AgentBot') throw accessDenied('bots have no profile');
    return next();
  };
}

type TokenRow = Awaited<ReturnType<typeof findToken>>[number];

/** The token with its holder and the holder's place in the account, in one statement. */
const findToken = hot((db, values: { digest: string; accountId: number }) =>
  db
    .selectFrom('access_tokens as t')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 't.owner_id').on('t.owner_type', '=', sql.lit('User')))
    .leftJoin('agent_bots as b', (join) =>
      join.onRef('b.id', '=', 't.owner_id').on('t.owner_type', '=', sql.lit('AgentBot')),
    )
    .leftJoin('accounts as a', (join) => join.on('a.id', '=', values.accountId))
    .leftJoin('account_users as m', (join) => join.onRef('m.account_id', '=', 'a.id').onRef('m.user_id', '=', 'u.id'))
    .where('t.digest', '=', values.digest)
    .select([
      't.id as tokenId',
      't.owner_type as ownerType',
      't.owner_id as ownerId',
      't.last_used_at as lastUsedAt',
      'u.name as userName',
      'u.display_name as displayName',
      'u.email as email',
      'u.avatar_url as avatarUrl',
      'b.name as botName',
      'b.account_id as botAccountId',
      'a.id as accountId',
      'a.name as accountName',
      'a.status as accountStatus',
      'm.role as memberRole',
    ]),
);

/** The token wherever clients put it: proxies drop headers with an underscore, and some tools know only Bearer. */
function tokenOf(ctx: Ctx): string {
  const bearer = /^Bearer (.+)$/i.exec(ctx.get('Authorization'));
  return ctx.get('api_access_token') || ctx.get('api-access-token') || bearer?.[1] || '';
}

/** 0, which is nobody's, for text that is not a whole number. */
function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

async function noteUse(ctx: Ctx, row: TokenRow): Promise<void> {
  const { em, now } = ctx.state;
  if (row.lastUsedAt && now.getTime() - row.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
  await db(em).updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', row.tokenId).execute();
}

function callerOf(row: TokenRow, inAccount: boolean): Caller {
  const common = { tokenId: row.tokenId, type: row.ownerType, id: row.ownerId };
  const nobody = { displayName: null, email: null, avatarUrl: null };
  if (row.ownerType === 'PlatformApp') return { ...common, ...nobody, name: 'Platform app', role: 'platform_app' };
  if (row.ownerType === 'AgentBot') return { ...common, ...nobody, name: row.botName ?? '', role: 'agent_bot' };
  return {
    ...common,
    name: row.userName ?? '',
    displayName: row.displayName,
    email: row.email,
    avatarUrl: row.avatarUrl,
    role: (inAccount && row.memberRole) || 'user',
  };
}

/** An account that is not the caller's is as good as absent. */
async function enterAccount(ctx: Ctx, row: TokenRow): Promise<void> {
  const belongs = row.ownerType === 'AgentBot' ? await botServes(ctx, row) : row.memberRole !== null;
  if (row.accountId === null || row.accountName === null || !belongs) throw notFound('Account');
  if (row.accountStatus === 'suspended') throw accessDenied('the account is suspended');
  ctx.state.account = { id: row.accountId, name: row.accountName };
}

/** A bot works in its own account, and in every account that connected it to an inbox. */
async function botServes(ctx: Ctx, row: TokenRow): Promise<boolean> {
  if (row.botAccountId !== null) return row.botAccountId === row.accountId;
  const inbox = await db(ctx.state.em)
    .selectFrom('inboxes')
    .select('id')
    .where('agent_bot_id', '=', row.ownerId)
    .where('account_id', '=', row.accountId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return inbox !== undefined;
}
