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
 * Gives each request its id, its time and its `Tx`, writes its answer, and counts and logs it; that of a file when it is
 * sent, or cut off. The log never has its query, headers or body.
 */
export function request(app: App): Middleware<State> {
  const looks = new TurnLooks();
  const trustsProxy = app.config.server.trust_proxy;
  return async function request(ctx, next) {
    const started = performance.now();
    if (trustsProxy) believeLastProxy(ctx.req.headers);
    // Koa keeps the address that it reads here: the socket of a request that is cut off has none any more.
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
    // Afterwards, so that the client need not wait for it.
    whenOver(ctx, started);
  };
}

/** Leaves the host that the last proxy has written, as for the client's address: earlier ones come from the client. */
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

/** Statuses from this one on say that the request failed. */
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

/** A segment of this length with a digit or a capital may give access, where the rest of the path is misspelled. */
const MAYBE_SECRET = /^(?=.*[\dA-Z]).{16,}$/;

/** A path without a route, without what may give access in it. */
function masked(path: string): string {
  return withoutSecret(path)
    .split('/')
    .map((segment) => (MAYBE_SECRET.test(segment) ? '*' : segment))
    .join('/');
}

/** Most characters of a path in the log: it may be anything. */
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
