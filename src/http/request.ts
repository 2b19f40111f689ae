import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import type { App } from '../app.ts';
import { TurnLooks } from '../db/kept/look.ts';
import { authorOf } from './author.ts';
import { clientAddress } from './client-address.ts';
import { FAILED } from './errors.ts';
import type { Ctx, State } from './state.ts';
import { writeAnswer } from './write-answer.ts';

const GIVEN_ID = /^[\w.-]{1,100}$/;

/**
 * Gives each request its id, time and `Tx`, writes the answer, then counts and logs the request; for files, after they
 * are sent or cut off. Query, headers and body are never logged.
 */
export function request(app: App): Middleware<State> {
  const looks = new TurnLooks();
  const trustsProxy = app.config.server.trust_proxy;
  return async function request(ctx, next) {
    const started = performance.now();
    if (trustsProxy) believeLastProxy(ctx.req.headers);
    // Read now, and cached by Koa: after a request is cut off, its socket no longer has an address.
    void ctx.ip;
    if (!hasPath(ctx)) ctx.url = UNREADABLE;
    const given = ctx.get('X-Request-Id');
    ctx.state.app = app;
    ctx.state.tx = app.tx(looks.ofThisTurn()).audited(() => authorOf(ctx as Ctx));
    ctx.state.now = app.now();
    ctx.state.storedFiles = [];
    ctx.state.requestId = given !== '' && GIVEN_ID.test(given) ? given : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    // Proxies do not know the token's header, and might serve one caller's answer to another.
    ctx.set('Cache-Control', 'no-store');

    await next();

    try {
      writeAnswer(ctx);
    } catch (error) {
      note(ctx, started, { status: FAILED, isCutOff: ctx.res.headersSent });
      // Koa answers it unless the answer has begun, of which the client would wait for the rest.
      if (ctx.res.headersSent) ctx.res.destroy();
      throw error;
    }
    // Afterwards, so that the client does not wait for the log.
    whenOver(ctx, started);
  };
}

/** Reduces `X-Forwarded-Host` to the last proxy's value, as for the client's address: a client can forge earlier values. */
function believeLastProxy(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-host'];
  const last = String(given ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  if (last) headers['x-forwarded-host'] = last;
}

type RequestContext = Parameters<Middleware<State>>[0];

/** Counts and logs a request that began at `started`, by `performance.now()`: when its answer is there, or a streamed one ends. */
function whenOver(ctx: RequestContext, started: number): void {
  const { res } = ctx;
  if (ctx.body instanceof Readable && !res.closed) {
    res.once('close', () => note(ctx, started, { status: ctx.status, isCutOff: !res.writableFinished }));
  } else note(ctx, started, { status: ctx.status, isCutOff: false });
}

type Result = { status: number; isCutOff: boolean };

function note(ctx: RequestContext, started: number, result: Result): void {
  const { state } = ctx;
  const { status } = result;
  const { app, route } = state;
  const ms = performance.now() - started;
  (route?.count ?? app.counts.unmatched).note(status, ms);
  const level = route?.isQuiet && status < FAILING ? 'debug' : 'info';
  if (app.log.isLevelEnabled(level)) app.log[level](factsOf(ctx, ms, result), 'request');
}

/** The lowest status of a failed request. */
const FAILING = 400;

/** What the log says of a request. The members stand in the order of the line; it leaves out those that are undefined. */
function factsOf(ctx: RequestContext, ms: number, { status, isCutOff }: Result) {
  const { state, method, path } = ctx;
  const { requestId, account, caller, route } = state;
  return {
    request_id: requestId,
    method,
    path: shortened(route ? withoutSecret(path) : masked(path)),
    status,
    ms: Math.round(ms * 10) / 10,
    account_id: account?.id,
    caller: caller && `${caller.type} ${caller.id}`,
    address: clientAddress(ctx),
    route: route?.path,
    cut_off: isCutOff || undefined,
  };
}

/** Path segments after these give access to a file, an upload, a survey or a contact, so they are kept out of the log. */
const SECRET_AFTER = [
  '/files/',
  '/direct_uploads/',
  '/survey/responses/',
  '/public/api/v1/csat_survey/',
  '/public/api/v1/inboxes/',
  '/webhooks/telegram/',
];

/** The path without the segments that give access. Compared in lower case, as routes match in any case. */
function withoutSecret(path: string): string {
  const lowerCased = path.toLowerCase();
  return SECRET_AFTER.find((start) => lowerCased.startsWith(start)) ?? path;
}

/** A long segment with a digit or a capital may be a secret in a misspelled path. */
const MAYBE_SECRET = /^(?=.*[\dA-Z]).{16,}$/;

/** An unknown path, with possible secrets replaced by `*`. */
function masked(path: string): string {
  return withoutSecret(path)
    .split('/')
    .map((segment) => (MAYBE_SECRET.test(segment) ? '*' : segment))
    .join('/');
}

/** Longer paths are cut in the log. */
const LONGEST_PATH = 200;

const shortened = (path: string) => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path);

/** Replaces a request target that is not a valid URL, such as `http://[`; no route matches it. */
const UNREADABLE = '*';

function hasPath(ctx: { path: string }): boolean {
  try {
    return ctx.path !== '';
  } catch {
    return false;
  }
}

/** Treats `PUT` as `PATCH`, and ignores `.json` or `/` at the end of a path. */
export const spelling: Middleware<State> = function spelling(ctx, next) {
  if (ctx.method === 'PUT') ctx.method = 'PATCH';
  const isExact = ctx.path.startsWith('/files/') || ctx.path === '/openapi.json';
  if (!isExact) ctx.path = plainPath(ctx.path);
  return next();
};

function plainPath(path: string): string {
  // Nothing but the start page is at /.
  if (path === '//' || path === '/.json') return path;
  const open = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return open.endsWith('.json') ? open.slice(0, -'.json'.length) : open;
}
