/** The errors by status: their name in the document, description and example. */
export const FAILURES: Record<number, { name: string; description: string; example: object }> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read',
    example: { error: 'Invalid parameters', message: 'the body must be a JSON object' },
  },
  401: {
    name: 'Unauthorized',
    description: 'No token, or one that is not valid',
    example: { error: 'Unauthorized' },
  },
  402: {
    name: 'PlanLimit',
    description: 'The plan of the account is used up',
    example: { error: 'Account limit exceeded. Please upgrade your plan' },
  },
  403: {
    name: 'AccessDenied',
    description: 'The caller may not do this',
    example: {
      error: 'Access denied',
      message: 'label:write needs the role administrator, and this token has agent',
    },
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or it is of another account',
    example: { error: 'Contact not found' },
  },
  409: {
    name: 'Conflict',
    description: 'The Idempotency-Key came with another request before',
    example: {
      error: 'Idempotency key reused',
      message: 'this Idempotency-Key came with another request; use a new one',
    },
  },
  410: {
    name: 'Gone',
    description: 'It was there, and is no longer kept',
    example: { error: 'Events expired', message: 'events before 5017 are no longer kept', first_id: 5017 },
  },
  413: {
    name: 'TooLarge',
    description: 'The body or a file is too large',
    example: { error: 'Payload too large', message: 'a body may have 1000000 bytes' },
  },
  416: {
    name: 'NoSuchPart',
    description: 'There is no such part',
    example: { error: 'Range not satisfiable' },
  },
  422: {
    name: 'Invalid',
    description: 'The input breaks a rule; `message` says which and `attributes` where',
    example: { error: 'Validation failed', message: "name can't be blank", attributes: ['name'] },
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; `Retry-After` says when to try again',
    example: { error: 'Too many requests', message: 'the limit is 3000 a minute; try again in 17 seconds' },
  },
  500: {
    name: 'InternalError',
    description: 'A bug; the log has it under the `X-Request-Id` of the answer',
    example: { error: 'Internal server error', message: 'report this with the request id 0192f3a4-5b6c-7d8e' },
  },
  503: {
    name: 'Unavailable',
    description: 'Something that is needed does not answer; `Retry-After` says when to try again',
    example: { error: 'Service unavailable', message: 'the database cannot be reached; try again later' },
  },
  507: {
    name: 'StorageFull',
    description: 'A disk is full; `Retry-After` says when to try again',
    example: { error: 'Insufficient storage', message: 'a disk is full; try again later' },
  },
};
