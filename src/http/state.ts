import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { Middleware, ParameterizedContext } from 'koa';
import type { App } from '../app.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Role as MemberRole } from '../entities/account-user.ts';

/** What a caller may be when permissions are asked for; `user` is any user on a path without an account. */
export type Role = MemberRole | 'agent_bot' | 'platform_app' | 'user';

/** Whose token or session this request came with. */
export type Caller = Actor & {
  /** Names the token or the session: "token 5", "session 7". */
  credential: string;
  /** Null = a token. */
  sessionId: number | null;
  role: Role;
};

/** What middleware has found out by the time that a route runs. */
export type State = {
  app: App;
  /** This request's own EntityManager. */
  em: EntityManager;
  requestId: string;
  /** When the request arrived: the time of everything that it changes. */
  now: Date;
  /** Keys of the files that this request has stored. */
  storedFiles: string[];
  /** Set behind `authenticate`. */
  caller: Caller;
  /** Set behind `recognize`: the user who calls; null = anybody else. */
  visitor: Caller | null;
  /** Set behind `authenticate`, on paths with an account. */
  account: AccountRecord;
};

/** What a route's path names, as text. */
type InPath = { params: Record<string, string> };

export type Ctx = ParameterizedContext<State, InPath>;
export type RouteMiddleware = Middleware<State, InPath>;

/** Where clients reach this server; links in answers start with it. */
export function publicUrl(ctx: Ctx): string {
  return ctx.state.app.installation.publicUrl;
}
