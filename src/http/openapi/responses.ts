import { failure, type Shape } from '../../shapes.ts';
import type { Answer } from '../describe.ts';
import { happensOnce, type Route, rolesOf } from './read-routes.ts';

/** What each status means, wherever it occurs. */
const MEANING: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; there is nothing to say',
  206: 'The part that was asked for',
  302: 'To be found at another address',
  304: 'Not changed',
  400: 'The request cannot be read',
  401: 'No token, or one that nobody holds',
  402: 'The plan of the account is used up',
  403: 'The caller may not do this',
  404: 'There is no such thing, or it is of another account',
  409: 'The Idempotency-Key came with another request before',
  413: 'The body or a file is too large',
  416: 'There is no such part',
  422: 'The input breaks a rule; `message` says which and `attributes` where',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'A bug; the log has it under the `X-Request-Id` of the answer',
  503: 'Something that is needed does not answer; `Retry-After` says when to try again',
  507: 'A disk is full; `Retry-After` says when to try again',
};
const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** Every answer that the route may give, by status. */
export function responsesOf(route: Route): Record<string, object> {
  const own = [route.answer, ...route.others].filter((answer) => answer !== undefined);
  const failures = failuresOf(route)
    .filter((status) => own.every((answer) => answer.status !== status))
    .map((status): Answer => ({ status, shape: failure, type: 'application/json' }));
  return Object.fromEntries([...own, ...failures].map((answer) => [String(answer.status), responseOf(answer)]));
}

/** The failures that the route's permission, path and input bring. */
function failuresOf(route: Route): number[] {
  const { method, path, input, passes } = route;
  const isKnown = passes.includes('authenticate') && !rolesOf(route).includes('anyone');
  const readsBody = method !== 'GET' && passes.includes('body');
  const takesInput = input !== undefined && Object.keys(input).length > 0;
  const keepsAnswers = readsBody && happensOnce(route);
  return [
    readsBody ? [400, 413] : [],
    isKnown ? [401, 403, 429] : [],
    // A body may name what is not there as well as a path.
    path.includes(':') || input?.body !== undefined ? [404] : [],
    keepsAnswers ? [409] : [],
    takesInput || keepsAnswers || (readsBody && path.includes(':')) ? [422] : [],
    [500, 503, 507],
  ].flat();
}

function responseOf({ status, shape, type }: Answer) {
  return {
    description: MEANING[status] ?? 'Answer',
    headers: REQUEST_ID,
    ...(shape && { content: { [type]: { schema: shape as Shape } } }),
  };
}
