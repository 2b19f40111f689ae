import type { Context, Middleware } from 'koa';
import { FAULT_SENTENCES, type Fault, faultOf, isLasting, isOfSpace } from '../db/faults.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Log } from '../log.ts';
import { isOfFolder } from '../storage/folder-faults.ts';
import { fillPage, pagePolicy } from '../templates.ts';
import type { Ctx, RouteMiddleware, State } from './state.ts';
import { answerJson } from './write-answer.ts';

/** The only place where failures become HTTP statuses. */
const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  plan_limit: 402,
  access_denied: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
  storage_full: 507,
};

/** The status for bugs. */
export const FAILED = 500;

/**
 * Answers errors in the common shape; errors that are not meant for the caller are logged, and answered without their
 * text.
 */
export const errors: Middleware<State> = async function errors(ctx, next) {
  try {
    await next();
    mustBeAnswered(ctx);
  } catch (error) {
    const failure = failureOf(error);
    if (failure && isForPerson(ctx)) await showNoSuchPage(ctx, failure);
    else if (failure) {
      ctx.status = STATUS[failure.code];
      answerJson(ctx, presentError(failure));
      if (failure.retryAfter !== undefined) ctx.set('Retry-After', String(failure.retryAfter));
      if (failure !== error) logFault(ctx, error);
    } else {
      ctx.status = FAILED;
      const message = `report this with the request id ${ctx.state.requestId}`;
      answerJson(ctx, { error: 'Internal server error', message });
      ctx.state.app.log.error({ request_id: ctx.state.requestId, err: error }, 'request failed');
    }
  }
};

/** Without a stack, since it does not matter where a fault occurs, and there are many while one lasts. */
function logFault(ctx: { state: State }, error: unknown): void {
  ctx.state.app.faults.noteElsewhere(error);
  const facts = { request_id: ctx.state.requestId, fault: faultOf(error), error: String(error) };
  ctx.state.app.log.warn(facts, 'request refused');
}

/** Errors of a connection to a client that is gone. */
const GONE = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Errors already logged: for a file, Koa reports an error twice, for the file and for the answer. */
const logged = new WeakSet<Error>();

/** Logs an error that came too late to be answered, as in the middle of a file; that a client is gone is none. */
export function logCutOff(log: Log, error: NodeJS.ErrnoException, requestId: string | undefined): void {
  if (GONE.has(error.code) || logged.has(error)) return;
  logged.add(error);
  log.error({ request_id: requestId, err: error }, 'answer cut off');
}

/** Seconds after which a request that met a fault may be sent again. */
const RETRY_AFTER: Record<Fault, number> = {
  locked: 1,
  busy: 1,
  conflict: 1,
  unreachable: 5,
  expired: 5,
  failing: 10,
  full: 30,
  limited: 30,
  gone: 10,
  replaced: 10,
  newer: 10,
};

const noFolder = () =>
  new AppError('storage_full', 'Insufficient storage', {
    detail: 'files cannot be stored now: GET /readyz says why',
    retryAfter: RETRY_AFTER.full,
  });

/** `error` as the caller is told it; null = a bug, whose text is not for the caller. */
function failureOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const fault = faultOf(error);
  if (fault === null) return isOfFolder(error) ? noFolder() : null;
  const advice = isLasting(fault) ? '' : '; try again later';
  const more = { detail: `${FAULT_SENTENCES[fault]}${advice}`, retryAfter: RETRY_AFTER[fault] };
  return isOfSpace(fault)
    ? new AppError('storage_full', 'Insufficient storage', more)
    : new AppError('unavailable', 'Service unavailable', more);
}

/** @throws AppError `not_found` when no route matched the request */
function mustBeAnswered(ctx: Pick<Context, 'status' | 'body' | 'method' | 'path'>): void {
  if (ctx.status === 404 && ctx.body === undefined) {
    throw noSuchPath(ctx);
  }
}

type RequestContext = Parameters<Middleware<State>>[0];

/** Whether a browser opened an unknown path: only browsers prefer HTML to JSON. */
function isForPerson(ctx: RequestContext): boolean {
  return (
    ctx.status === 404 &&
    ctx.state.route === undefined &&
    ctx.method === 'GET' &&
    ctx.accepts('json', 'html') === 'html'
  );
}

async function showNoSuchPage(ctx: RequestContext, failure: AppError): Promise<void> {
  ctx.status = STATUS[failure.code];
  ctx.set('Content-Security-Policy', pagePolicy('notice'));
  ctx.type = 'html';
  ctx.body = await fillPage('notice', {
    title: 'There is nothing here',
    lines: ['The address may be misspelled, or what was here may be gone.'],
  });
}

/** The error for unknown paths, and for paths that most callers must not learn about. */
export function noSuchPath({ method, path }: Pick<Context, 'method' | 'path'>): AppError {
  // A PUT has become a PATCH by now.
  const asked = method === 'PATCH' ? 'PATCH or PUT' : method;
  return new AppError('not_found', 'Not found', {
    detail: `no such path: ${asked} ${path}; /docs has all that there are`,
  });
}

function presentError(error: AppError) {
  return {
    error: error.message,
    ...(error.detail !== undefined && { message: error.detail }),
    ...(error.attributes !== undefined && { attributes: error.attributes }),
    ...(error.errors !== undefined && { success: false, errors: error.errors }),
    ...(error.firstId !== undefined && { first_id: error.firstId }),
    ...(error.redirectUrl !== undefined && { redirect_url: error.redirectUrl }),
    ...(error.details !== undefined && { details: error.details }),
  };
}

/** Adds to each error what apps that sign in with a password expect: its texts as a list, and `success: false`. */
export const signInErrors: RouteMiddleware = async function signInErrors(_, next) {
  try {
    await next();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { code, message, detail, attributes, retryAfter, redirectUrl } = failure;
    throw new AppError(code, message, { detail, attributes, retryAfter, redirectUrl, errors: [detail ?? message] });
  }
};

/**
 * Answers errors with the page that `show` makes of them, for people who open the address in a browser. Bugs are thrown
 * on.
 */
export function errorPages(show: (ctx: Ctx, error: AppError) => Promise<string>): RouteMiddleware {
  return async function errorPages(ctx, next) {
    try {
      await next();
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      ctx.status = STATUS[failure.code];
      ctx.type = 'html';
      ctx.body = await show(ctx, failure);
      if (failure.retryAfter !== undefined) ctx.set('Retry-After', String(failure.retryAfter));
    }
  };
}
