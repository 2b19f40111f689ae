import { failure } from '../../wire/shape.ts';
import type { Answer } from '../routes/answer.ts';
import { keepsAnswers, type MountedRoute } from '../routes/mount.ts';
import { rolesOf } from '../permissions.ts';
import { exampleOf } from './examples.ts';

/** What each status of a success means, wherever it occurs. */
const MEANING: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; there is nothing to say',
  206: 'The part that was asked for',
  302: 'To be found at another address',
  304: 'Not changed',
};

/** The failures, by status: what they are called in the document, what they mean, and what one says. */
const FAILURES: Record<number, { name: string; description: string; example: object }> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read',
    example: { error: 'Invalid parameters', message: 'the body must be a JSON object' },
  },
  401: {
    name: 'Unauthorized',
    description: 'No token, or one that nobody holds',
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

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** The failures, to which operations refer. */
export const failureResponses: Record<string, object> = Object.fromEntries(
  Object.values(FAILURES).map(({ name, description, example }) => [
    name,
    {
      description,
      headers: { ...REQUEST_ID, ...(description.includes('Retry-After') && RETRY_AFTER) },
      content: { 'application/json': { schema: failure, example } },
    },
  ]),
);

/** Every answer that the route may give, by status. */
export function responsesOf(route: MountedRoute): Record<string, object> {
  const { answer, mayAnswer = [], entrance } = route;
  const own = [answer, ...mayAnswer.filter((other) => typeof other !== 'number')];
  const refusals = [...failuresOf(route), ...mayAnswer.filter((other) => typeof other === 'number')];
  const failures = [...new Set(refusals)].filter((status) => own.every((other) => other.status !== status));
  return Object.fromEntries([
    ...own.map((each) => [String(each.status), responseOf(each)]),
    ...failures.map((status) => [String(status), failureOf(status, status < 500 ? entrance.refusesAs : undefined)]),
  ]) as Record<string, object>;
}

function failureOf(status: number, shownAs: Answer<unknown> | undefined): object {
  const { name = '', description = '' } = FAILURES[status] ?? {};
  return shownAs ? responseOf({ ...shownAs, status }, description) : { $ref: `#/components/responses/${name}` };
}

/** The failures that the route's permission, path and input bring. */
function failuresOf(route: MountedRoute): number[] {
  const { method, path, query, page, body, files, entrance } = route;
  const isKnown = entrance.needsCaller && !rolesOf(route).includes('anyone');
  const readsBody = method !== 'GET' && entrance.readsBody;
  const takesInput = [query, page, body, files].some((input) => input !== undefined);
  const isKept = keepsAnswers(route);
  return [
    readsBody ? [400, 413] : [],
    isKnown ? [401, 403, 429] : [],
    entrance.isLimited ? [429] : [],
    // A body may name what is not there as well as a path.
    path.includes(':') || body !== undefined ? [404] : [],
    isKept ? [409] : [],
    takesInput || isKept || (readsBody && path.includes(':')) ? [422] : [],
    [500, 503, 507],
  ].flat();
}

function responseOf({ status, shape, type }: Answer<unknown>, description = meaningOf(status)) {
  const example = shape && type === 'application/json' && { example: exampleOf(shape) };
  return { description, headers: REQUEST_ID, ...(shape && { content: { [type]: { schema: shape, ...example } } }) };
}

const meaningOf = (status: number) => MEANING[status] ?? FAILURES[status]?.description ?? 'Answer';
