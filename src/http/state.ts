import type { RequestCount } from '../counts/request-count.ts';
import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { ContactCaller } from '../records/public/contact-caller.ts';
import type { PublicInbox } from '../records/public/public-inbox.ts';
import type { WidgetInbox } from '../records/public/widget-inbox.ts';
import type { Middleware, ParameterizedContext } from 'koa';
import type { App } from '../app.ts';
import type { TokenScope } from '../entities/access-token.ts';
import type { Role as MemberRole } from '../entities/account-user.ts';

/** The roles that permissions are granted to; `user` is any user on a path without an account. */
export type Role = MemberRole | 'agent_bot' | 'platform_app' | 'user';

/** The owner of the request's token or session. */
export type Caller = Actor & {
  /** Names the token or the session: "token 5", "session 7". */
  credential: string;
  /** Null = a token. */
  sessionId: number | null;
  /** What the token is good for; a session is for everything. */
  scope: TokenScope;
  /** When the token or session stops being valid; null = never. */
  expiresAt: Date | null;
  role: Role;
};

/** The inbox and contact in the path of a request to the Public API; `contact` null = the path names none. */
export type Entered = { inbox: PublicInbox; contact: ContactCaller | null };

/** The website inbox that a request to the Widget API names, and who calls. */
export type InWidget = {
  inbox: WidgetInbox;
  /** Null = somebody without a token, or with one that is no longer good. */
  visitor: ContactCaller | null;
  /** Whether a token was sent that is not good here. */
  isTokenRefused: boolean;
};

/** Further limits of a website's visitors; each counts once. @throws AppError `too_many_requests` */
export type VisitorLimits = {
  /** Counts a new visitor of the website per address. */
  consumeNew(): Promise<void>;
  /** Counts an opening of the widget by somebody without a token per address. */
  consumeOpening(): Promise<void>;
  /** Counts an announced file per address. */
  consumeUpload(): Promise<void>;
  /** Counts a mailed transcript per contact inbox. */
  consumeTranscript(contactInboxId: number): Promise<void>;
};

/** Counts the bytes of one request of a visitor or a contact. */
export type Meter = {
  /** Counts bytes before they are written. @throws AppError `too_many_requests` above an hour's share */
  take(bytes: number): void;
  /** Counts bytes already written, such as an event's. */
  note(bytes: number): void;
  /** Also counts for the account, including earlier bytes. @throws AppError `storage_full`, `too_many_requests` */
  enter(accountId: number): Promise<void>;
};

/** The route that a request was found to be for. */
export type FoundRoute = {
  /** With its parameters' names: /api/v1/accounts/{account_id} */
  path: string;
  count: RequestCount;
  /** Whether the log has only what fails. */
  isQuiet: boolean;
};

/** The state that middleware sets before a route runs. */
export type State = {
  app: App;
  /** This request's own Tx, outside of any transaction. */
  tx: Tx;
  requestId: string;
  /** When the request arrived: the time of all its changes. */
  now: Date;
  /** Set by `findRoute`; absent = there is none. */
  route?: FoundRoute;
  /** Keys of the files stored by this request. */
  storedFiles: string[];
  /** Set by `authenticate`. */
  caller: Caller;
  /** Set by `recognize`: the user who calls; null = not a user. */
  visitor: Caller | null;
  /** Set by `authenticate` on paths with an account, and by `enterInbox` and `enterWidget`. */
  account: AccountRecord;
  /** Set by `enterInbox`. */
  entered: Entered;
  /** Set by `enterInbox`: counts a new contact against the client's address. @throws AppError `too_many_requests` */
  consumeNewContact(): Promise<void>;
  /** Set by `enterWidget`. */
  widget: InWidget;
  visitorLimits: VisitorLimits;
  /** Set by routes that authenticate callers themselves: whether the caller proved its identity. */
  isProven?: boolean;
  /** Set by `meterBytes`; absent = nothing is counted. */
  meter?: Meter;
};

/** The path's parameters as text. */
type InPath = { params: Record<string, string> };

export type Ctx = ParameterizedContext<State, InPath>;
export type RouteMiddleware = Middleware<State, InPath>;

/** The URL at which clients reach this server; links in answers start with it. */
export function publicUrl(ctx: Ctx): string {
  return ctx.state.app.installation.publicUrl;
}
