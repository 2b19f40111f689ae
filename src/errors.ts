/** What went wrong, independent of HTTP; only http/errors.ts maps codes to statuses. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'plan_limit'
  | 'access_denied'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'invalid'
  | 'too_many_requests'
  | 'storage_full'
  | 'unavailable';

/** An error whose text is for the caller. Any other error is a bug or a fault of the database. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** A sentence on what to change; absent if `error` is enough. */
  readonly detail: string | undefined;
  /** Names of the invalid fields, as the caller wrote them. */
  readonly attributes: string[] | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** The texts for apps that sign in with a password; absent elsewhere. */
  readonly errors: string[] | undefined;
  /** The number of the oldest event that is kept; absent elsewhere. */
  readonly firstId: number | undefined;
  /** The URL that Chatwoot's apps continue at; absent elsewhere. */
  readonly redirectUrl: string | undefined;

  constructor(
    code: ErrorCode,
    error: string,
    more: {
      detail?: string | undefined;
      attributes?: string[] | undefined;
      retryAfter?: number | undefined;
      errors?: string[] | undefined;
      firstId?: number | undefined;
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
    this.firstId = more.firstId;
    this.redirectUrl = more.redirectUrl;
  }
}

/** What `error` says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What `error` says, with what to change. */
export function wholeMessageOf(error: unknown): string {
  const isDetailed = error instanceof AppError && error.detail !== undefined;
  return isDetailed ? `${error.message}: ${error.detail}` : messageOf(error);
}

/** What `work` finds; null where it refuses because that is not there. @throws what else `work` throws */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** `notFound('Contact')` is "Contact not found"; also used for records of other accounts. */
export function notFound(resource: string): AppError {
  return new AppError('not_found', `${resource} not found`);
}

/** `row`, if it exists. @throws AppError `not_found`, "<resource> not found" */
export function found<T>(row: T | null | undefined, resource: string): T {
  if (row === null || row === undefined) throw notFound(resource);
  return row;
}

/**
 * Input that can be read but breaks a rule. `error` is one of the fixed texts of the API, `detail` says what to change,
 * and `attributes` are the names of the invalid fields.
 */
export function invalid(error: string, detail?: string, attributes?: string[]): AppError {
  return new AppError('invalid', error, { detail, attributes });
}

/** One field that breaks a rule: "Validation failed", with the field's name and `rule`, such as "is too long". */
export function invalidField(field: string, rule: string): AppError {
  return invalid('Validation failed', `${field} ${rule}`, [field]);
}

/** A request that cannot be read. */
export function badRequest(detail: string): AppError {
  return new AppError('bad_request', 'Invalid parameters', { detail });
}

/** More bytes than a request may have. */
export function tooLarge(detail: string): AppError {
  return new AppError('too_large', 'Payload too large', { detail });
}

/** The caller is known but may not do this. */
export function accessDenied(detail?: string): AppError {
  return new AppError('access_denied', 'Access denied', { detail });
}

/** The account is suspended, with Chatwoot's status and text, which visitors of websites are shown as well. */
export function accountSuspended(): AppError {
  return new AppError('unauthorized', 'Account is suspended');
}

/** No credentials, or invalid ones. */
export function unauthorized(detail = 'send a valid token in the api_access_token header'): AppError {
  return new AppError('unauthorized', 'Unauthorized', { detail });
}
