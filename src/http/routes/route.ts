import type { AccountRecord } from '../../records/account.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { AnyObjectSchema, InferType } from 'yup';
import type { App } from '../../app.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { Answer } from './answer.ts';
import type { Page } from './page.ts';
import type { Permission } from '../permissions.ts';
import type { Caller, Ctx } from '../state.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What the path names: ids are numbers, 0, which nothing has, for one that is not written as a number; the rest is text. */
export type Params<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

/** What a request brings before its input has been looked at. */
export type Asked<Path extends string = string> = {
  params: Params<Path>;
  app: App;
  /** In the transaction of the `Idempotency-Key`, if there is one. */
  em: EntityManager;
  /** When the request arrived: the time of everything that it changes. */
  now: Date;
  /** Whose token or session it is; not set where anyone may call. */
  caller: Caller;
  /** Where anyone may call: the user who does; null = anybody else. */
  visitor: Caller | null;
  /** Set on paths with an account. */
  account: AccountRecord;
  /** Where clients reach this server; links in answers start with it. */
  publicUrl: string;
  /** For headers, and for answers that the handler writes itself. */
  ctx: Ctx;
};

/** What a handler gets: the input is as its schemas say. */
export type Request<Path extends string, Query, Paging, Body, Found> = Asked<Path> & {
  /** What `find` found. */
  found: Found;
  query: Query;
  page: Paging extends 'optional' ? Page | null : Page;
  body: Body;
  /** Puts the uploaded files where they stay, synced to disk; they are removed again if the request fails. */
  storeFiles(): Promise<StoredFile[]>;
};

/** Where the kind of thing decides what the body may hold. */
export type BodyChoice<S extends AnyObjectSchema, Found> = {
  schemas: readonly AnyObjectSchema[];
  /** The schema for this body, which has not been checked yet. */
  choose(given: Record<string, unknown>, found: Found): S;
};

/** Everything that there is to say of a route, but its method and path, and what it does. */
export type RouteSpec<Path extends string, Q extends AnyObjectSchema, Paging, B extends AnyObjectSchema, Found, T> = {
  /** What it asks of its caller: a row of the permissions table. */
  permission: Permission;
  /** What it does, as a person would say it: "List labels". */
  summary: string;
  /** What one may want to know besides. */
  description?: string;
  /** Finds what the path names, before the input is looked at. @throws AppError when it is not there, or not for the caller */
  find?: (asked: Asked<Path>) => Found | Promise<Found>;
  query?: Q;
  /** Takes `page` and `per_page`: so many rows a page by itself, or with 'optional' all of them unless a page is asked for. */
  page?: Paging;
  body?: B | BodyChoice<B, Found>;
  /** The singular under which the body's fields may stand as well. */
  name?: string;
  /** The fields of a form that are files; those that end with [] may hold several. */
  files?: readonly string[];
  answer: Answer<T>;
  /** What neither the permission nor the input lets one expect: the status of a failure, or another answer. */
  mayAnswer?: readonly (number | Answer<unknown>)[];
  /** Whether it changes nothing although it is no GET: its answers are not kept for an `Idempotency-Key`. */
  onlyReads?: boolean;
  /** A body that one may send, for the document. */
  example?: object;
};

/** One route, its types left behind. */
export type Route = RouteSpec<string, AnyObjectSchema, number | 'optional', AnyObjectSchema, unknown, unknown> & {
  method: Method;
  /** With its parameters by name: /webhooks/:id */
  path: string;
  handle(request: Request<string, unknown, unknown, unknown, unknown>): unknown;
};

type AddRoute<Prefix extends string> = <
  Path extends string,
  T,
  Q extends AnyObjectSchema = AnyObjectSchema,
  const Paging extends number | 'optional' = number,
  B extends AnyObjectSchema = AnyObjectSchema,
  Found = undefined,
>(
  path: Path,
  spec: RouteSpec<`${Prefix}${Path}`, Q, Paging, B, Found, T>,
  handle: (
    request: Request<`${Prefix}${Path}`, InferType<Q>, Paging, InferType<B>, Found>,
  ) => NoInfer<T> | Promise<NoInfer<T>>,
) => void;

/** The routes of a resource, in one list. */
export type Routes<Prefix extends string = string> = {
  all: Route[];
  get: AddRoute<Prefix>;
  post: AddRoute<Prefix>;
  patch: AddRoute<Prefix>;
  delete: AddRoute<Prefix>;
  /** Adds those of the resource's other files. */
  include(...others: { all: Route[] }[]): void;
};

/** An empty list of routes below `prefix`, which begins with "/" or is empty. */
export function routes<const Prefix extends string>(prefix: Prefix): Routes<Prefix> {
  const all: Route[] = [];
  const add =
    (method: Method): AddRoute<Prefix> =>
    (path, spec, handle) => {
      const whole = `${prefix}${path}`.replace(/(?<=.)\/$/, '');
      // What was checked together above is used together below (run-route.ts).
      all.push({ ...spec, method, path: whole, handle } as never);
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
