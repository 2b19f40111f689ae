/** What went wrong, in the domain's terms. Which HTTP status each becomes is decided in http/errors.ts alone. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'plan_limit'
  | 'access_denied'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'invalid'
  | 'too_many_requests'
  | 'storage_full'
  | 'unavailable';

/** A failure whose text is meant for the caller. Everything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** A sentence on what to change; absent where `error` says it all. */
  readonly detail: string | undefined;
  /** Names of the fields at fault, as the caller wrote them. */
  readonly attributes: string[] | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** The texts that apps which sign in with a password show; absent elsewhere. */
  readonly errors: string[] | undefined;
  /** Where Chatwoot's apps go on from here; absent elsewhere. */
  readonly redirectUrl: string | undefined;

  constructor(
    code: ErrorCode,
    error: string,
    more: {
      detail?: string | undefined;
      attributes?: string[] | undefined;
      retryAfter?: number | undefined;
      errors?: string[] | undefined;
      redirectUrl?: string | undefined;
    } = {},
  ) {
    super(error);
    this.name = 'AppError';
    this.code = code;
    this.detail = more.detail;
    this.attributes = more.attributes;
    this.retryAfter = more.retryAfter;
    this.errors = more.errors;
    this.redirectUrl = more.redirectUrl;
  }
}

/** `notFound('Contact')` reads "Contact not found"; also what another tenant's record answers. */
export function notFound(resource: string): AppError {
  return new AppError('not_found', `${resource} not found`);
}

/** `row`, unless there is none. @throws AppError `not_found`, "<resource> not found" */
export function found<T>(row: T | null | undefined, resource: string): T {
  if (row === null || row === undefined) throw notFound(resource);
  return row;
}

/** Input of the right kind that breaks a rule. `error` is one of the fixed texts of the API. */
export function invalid(error: string, detail?: string, attributes?: string[]): AppError {
  return new AppError('invalid', error, { detail, attributes });
}

/** One field that breaks a rule: "Validation failed", with the rule and the field's name. */
export function invalidField(field: string, rule: string): AppError {
  return invalid('Validation failed', `${field} ${rule}`, [field]);
}

/** A request that cannot be read at all. */
export function badRequest(detail: string): AppError {
  return new AppError('bad_request', 'Invalid parameters', { detail });
}

/** The caller is known but may not do this. */
export function accessDenied(detail?: string): AppError {
  return new AppError('access_denied', 'Access denied', { detail });
}

/** No token, or one that nobody holds. */
export function unauthorized(): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    detail: 'send a valid token in the api_access_token header',
  });
}
