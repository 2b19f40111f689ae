import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { AnyObjectSchema, InferType } from 'yup';
import type { App } from '../../app.ts';
import type { Differences } from '../../dialect.ts';
import type { UploadedFile } from '../body/upload.ts';
import type { Shape } from '../../wire/shape.ts';
import type { Answer } from './answer.ts';
import type { Page, PageSize } from './page.ts';
import type { Permission } from '../permissions.ts';
import type { Caller, Ctx } from '../state.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path's parameters: ids as numbers, or 0, which no row has, when not written as a number; all others as text. */
export type Params<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

/** A request before its input has been checked. */
export type Asked<Path extends string = string> = {
  params: Params<Path>;
  app: App;
  /** Inside the transaction of the `Idempotency-Key`, if there is one; but `find` runs before it when files came. */
  tx: Tx;
  /** When the request arrived: the time of all its changes. */
  now: Date;
  /** The owner of the token or session; not set on routes that anyone may call. */
  caller: Caller;
  /** On routes that anyone may call: the user who calls; null = not a user. */
  visitor: Caller | null;
  /** Set on paths with an account. */
  account: AccountRecord;
  /** The URL at which clients reach this server; links in answers start with it. */
  publicUrl: string;
  /** For headers, and for answers that the handler writes itself. */
  ctx: Ctx;
};

/** The request with its checked input. */
export type CheckedRequest<Path extends string, Query, Paging, Body, Found> = Asked<Path> & {
  /** What `find` returned. */
  found: Found;
  query: Query;
  /** Null = all rows; undefined `Paging` = the route has no pages. */
  page: PageOf<Paging>;
  body: Body;
  /** The uploaded files, stored and synced to disk before the transaction; they are removed if the request fails. */
  files: StoredFile[];
};

/** What a handler gets. */
export type Request<Path extends string, Query, Paging, Body, Found, Granted> = CheckedRequest<
  Path,
  Query,
  Paging,
  Body,
  Found
> & {
  /** What `ask` returned. */
  granted: Granted;
};

type PageOf<Paging> = Paging extends number ? Page : Paging extends 'optional' ? Page | null : null;

/** A request to any route. */
export type AnyRequest = Request<string, unknown, 'optional', unknown, unknown, unknown>;

/** For bodies whose schema depends on what was found or on the body itself. */
export type BodyChoice<S extends AnyObjectSchema, Found> = {
  schemas: readonly AnyObjectSchema[];
  /** The schema for this body, which has not been checked yet. */
  choose(given: Record<string, unknown>, found: Found): S;
};

/** A value for every dialect, or a function that makes the value for a dialect. */
export type ByDialect<T> = T | ((differences: Differences) => T);

/** A kind of frame, and its purpose. */
export type FrameSpec = { name: string; summary: string; shape: Shape };
/** The subprotocols of a socket, and the frames that its server sends and takes. */
export type SocketSpec = { protocols: readonly string[]; sends: readonly FrameSpec[]; takes: readonly FrameSpec[] };

/** Everything about a route except its method, path and handler. */
export type RouteSpec<
  Path extends string,
  Q extends AnyObjectSchema,
  Paging,
  B extends AnyObjectSchema,
  Found,
  Granted,
  T,
> = {
  /** The permission that the caller needs: a row of the permissions table. */
  permission: Permission;
  /** The operation as an imperative sentence: "List labels". */
  summary: string;
  /** Further details for the API document. */
  description?: string;
  /**
   * Finds what the path names, before the input is checked.
   * @throws AppError when it does not exist or the caller may not see it
   */
  find?: (asked: Asked<Path>) => Found | Promise<Found>;
  /**
   * Instead of `find`, where the handler itself must find it in its transaction, and check whether the caller may see it, which
   * takes less time. It is called only before files are stored, and when the input is refused: what does not exist is told
   * first.
   * @throws AppError as `find` does
   */
  findEarly?: (asked: Asked<Path>) => unknown;
  query?: Q;
  /**
   * Accepts `page` and `per_page` in the query string, also where there is a body: the default number of rows, or
   * 'optional' for all rows unless a page is asked for.
   */
  page?: Paging;
  body?: ByDialect<B | BodyChoice<B, Found>>;
  /** Adds fields that this caller may leave out to the body, before the body is checked; absent = nothing. */
  complete?: (given: Record<string, unknown>, caller: Caller) => Record<string, unknown>;
  /** The resource's singular, under which the body's fields may be nested. */
  name?: string;
  /** The fields of a form that are files; names that end with [] accept several. */
  files?: readonly string[];
  /** Whether these fields may also name blobs by their signed ids, as text: the route gets copies of their files. */
  takesBlobs?: boolean;
  /**
   * Checks the body together with the files, also when there are none, before any is stored. Returns the files to store;
   * absent = all.
   * @throws AppError `invalid`
   */
  chooseFiles?: (
    files: UploadedFile[],
    body: InferType<NoInfer<B>>,
    differences: Differences,
  ) => readonly UploadedFile[] | Promise<readonly UploadedFile[]>;
  /**
   * Asks another server for what the handler needs, before the transaction of the `Idempotency-Key`, which must not wait for it.
   * Where the key comes again and no answer is kept, because the request failed or two came at once, it asks again.
   */
  ask?: (
    request: CheckedRequest<Path, InferType<NoInfer<Q>>, NoInfer<Paging>, InferType<NoInfer<B>>, NoInfer<Found>>,
  ) => Promise<Granted>;
  answer: ByDialect<Answer<T>>;
  /**
   * Further answers, which do not follow from the permission and the input: statuses of errors, or other successful
   * answers.
   */
  mayAnswer?: readonly (number | Answer<unknown>)[];
  /** The frames of the socket that the route opens. */
  socket?: SocketSpec;
  /** Whether it takes no `Idempotency-Key` although it is not a GET, and so runs outside of a transaction. */
  isNotRepeated?: boolean;
  /** Whether it also answers at every path below its own that no route has: of an app that reads the address itself. */
  isForAllBelow?: boolean;
  /** Whether its requests are logged only where they fail, because programs ask all the time. */
  isQuiet?: boolean;
  /** Whether its requests may wait for something to happen, so that their time tells nothing of the server. */
  mayWait?: boolean;
  /** An example body for the API document. */
  example?: object;
};

/** A route without the types of its input. */
export type Route = RouteSpec<string, AnyObjectSchema, PageSize, AnyObjectSchema, unknown, unknown, unknown> & {
  method: Method;
  /** The path with named parameters: /webhooks/:id; "/" at its end is cut off when it is mounted. */
  path: string;
  handle(request: AnyRequest): unknown;
};

type AddRoute<Prefix extends string> = <
  Path extends string,
  T,
  Q extends AnyObjectSchema = AnyObjectSchema,
  const Paging extends PageSize | undefined = undefined,
  B extends AnyObjectSchema = AnyObjectSchema,
  Found = undefined,
  Granted = undefined,
>(
  path: Path,
  spec: RouteSpec<`${Prefix}${Path}`, Q, Paging, B, Found, Granted, T>,
  handle: (
    request: Request<`${Prefix}${Path}`, InferType<Q>, Paging, InferType<B>, Found, Granted>,
  ) => NoInfer<T> | Promise<NoInfer<T>>,
) => void;

/** The routes of a resource. */
export type Routes<Prefix extends string = string> = {
  all: Route[];
  get: AddRoute<Prefix>;
  post: AddRoute<Prefix>;
  patch: AddRoute<Prefix>;
  delete: AddRoute<Prefix>;
  /** Adds routes from the resource's other files. */
  include(...others: { all: Route[] }[]): void;
};

/** An empty list of routes below `prefix`, which begins with "/" or is empty. */
export function routes<const Prefix extends string>(prefix: Prefix): Routes<Prefix> {
  const all: Route[] = [];
  const add =
    (method: Method): AddRoute<Prefix> =>
    (path, spec, handle) => {
      // The types of spec and handler fit each other, which run-route.ts relies on.
      all.push({ ...spec, method, path: `${prefix}${path}`, handle } as never);
    };
  return {
    all,
    get: add('GET'),
    post: add('POST'),
    patch: add('PATCH'),
    delete: add('DELETE'),
    include: (...others) => void all.push(...others.flatMap((other) => other.all)),
  };
}
