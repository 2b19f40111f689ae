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
  /** Names of the invalid fields in the API's spelling. */
  readonly attributes: string[] | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** The texts for apps that sign in with a password; absent elsewhere. */
  readonly errors: string[] | undefined;
  /** The number of the oldest event that is kept; absent elsewhere. */
  readonly firstId: number | undefined;
  /** The URL that Chatwoot's apps continue at; absent elsewhere. */
  readonly redirectUrl: string | undefined;
  /** What a provider says of its refusal, by Chatwoot's names; absent elsewhere. */
  readonly details: object | undefined;

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
      details?: object | undefined;
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
    this.details = more.details;
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

/** The result of `work`; null if it throws `not_found`. @throws any other error of `work` */
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

/** An invalid field: "Validation failed", with the field's name and `rule`, such as "is too long". */
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

/** The problems of certificates, by the codes of TLS. */
const PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet, by the clock of this machine',
};

/** Whether the error is that a certificate has expired. */
export const isExpiredCertificate = (error: unknown): boolean => codeOf(error) === 'CERT_HAS_EXPIRED';

/** The problem of `host`'s certificate as a sentence; null = another error. */
export function certificateProblem(error: unknown, host: string): string | null {
  const problem = PROBLEMS[codeOf(error)];
  return problem ? `the certificate of ${host} ${problem}` : null;
}

/** Codes of certificates from an authority that this machine does not trust. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** OpenSSL's errors for a server without TLS. */
const NO_TLS = /wrong version number|packet length too long|unexpected message/i;

/** Whether the error is that the server speaks no TLS at this port. */
export const lacksTls = (error: unknown): boolean => NO_TLS.test(error instanceof Error ? error.message : '');

/**
 * Why `host` gave no answer: the problem of its certificate, or the error's text with its code. Texts of Node.js and OpenSSL
 * about TLS are reworded, because they name internal options.
 */
export function connectionFailure(error: unknown, host: string): string {
  const { message, code = '' } = error as Error & { code?: string };
  const problem = certificateProblem(error, host);
  if (problem !== null) return problem;
  if (UNTRUSTED.includes(code) || message.includes('--use-system-ca')) {
    return `${code}: the certificate is from no authority that is trusted here: name it with NODE_EXTRA_CA_CERTS`;
  }
  if (lacksTls(error)) return 'the server does not speak TLS at this port';
  // The client's own code says less than its sentence.
  const tells = code !== '' && code !== 'ERR_GOT_REQUEST_ERROR' && !message.includes(code);
  return tells ? `${code}: ${message}` : message;
}

/** A library may have put a code of its own in the place of the first. */
function codeOf(error: unknown): string {
  const { code = '', originalCode = code } = (error ?? {}) as { code?: string; originalCode?: string };
  return originalCode;
}
