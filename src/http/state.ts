import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { Middleware, ParameterizedContext } from 'koa';
import type { App } from '../app.ts';
import type { Role as MemberRole } from '../entities/account-user.ts';

/** The roles that permissions are granted to; `user` is any user on a path without an account. */
export type Role = MemberRole | 'agent_bot' | 'platform_app' | 'user';

/** The owner of the request's token or session. */
export type Caller = Actor & {
  /** Names the token or the session: "token 5", "session 7". */
  credential: string;
  /** Null = a token. */
  sessionId: number | null;
  role: Role;
};

/** The state that middleware sets before a route runs. */
export type State = {
  app: App;
  /** This request's own Tx, outside of any transaction. */
  tx: Tx;
  requestId: string;
  /** When the request arrived: the time of everything that it changes. */
  now: Date;
  /** Keys of the files that this request has stored. */
  storedFiles: string[];
  /** Set by `authenticate`. */
  caller: Caller;
  /** Set by `recognize`: the user who calls; null = not a user. */
  visitor: Caller | null;
  /** Set by `authenticate` on paths with an account. */
  account: AccountRecord;
};

/** The path's parameters as text. */
type InPath = { params: Record<string, string> };

export type Ctx = ParameterizedContext<State, InPath>;
export type RouteMiddleware = Middleware<State, InPath>;

/** The URL at which clients reach this server; links in answers start with it. */
export function publicUrl(ctx: Ctx): string {
  return ctx.state.app.installation.publicUrl;
}
