import type { RouterContext, RouterMiddleware } from '@koa/router';
import Router from '@koa/router';
import type { AnyObjectSchema } from 'yup';
import type { App } from '../app.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Role as MemberRole } from '../entities/account-user.ts';
import type { AccountFacts, Actor } from '../events/facts.ts';

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

/** What a route reads of its request, beside the path. */
export type Input = {
  query?: AnyObjectSchema;
  /** Whether it takes `page` and `per_page`. */
  page?: boolean;
  /** Several where the kind of thing decides. */
  body?: AnyObjectSchema | readonly AnyObjectSchema[];
  /** The singular under which the body's fields may stand as well. */
  name?: string;
  /** The fields of a form that are files. */
  files?: readonly string[];
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
  /** Keys of the files that nobody names any more, to be removed once that is committed. */
  droppedFiles: string[];
  /** What the route says that it reads; null until one does. */
  input: Input | null;
  /** The `Idempotency-Key` of a write; null = none was given, or it counts for nothing on this path. */
  idempotencyKey: string | null;
  /** Set behind `authenticate`. */
  caller: Caller;
  /** Set behind `recognize`: the user who calls; null = anybody else. */
  visitor: Caller | null;
  /** Set behind `authenticate`, on paths with an account. */
  account: AccountFacts;
};

export type Ctx = RouterContext<State>;
export type RouteMiddleware = RouterMiddleware<State>;

/** A router whose routes know the state above. */
export function router(): Router<State> {
  return new Router<State>();
}

/** Where clients reach this server; links in answers start with it. */
export function publicUrl(ctx: Ctx): string {
  return ctx.state.app.installation.publicUrl;
}
