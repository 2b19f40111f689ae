import { failure } from '../../wire/shape.ts';
import { type Answer, json, JSON_TYPE } from '../routes/answer.ts';
import { keepsAnswers, type MountedRoute, readsBody } from '../routes/mount.ts';
import { exampleOfAnswer } from './examples.ts';
import { FAILURES } from './failures.ts';

/** The description of each successful status. */
const MEANING: Record<number, string> = {
  101: 'The connection is a WebSocket from now on',
  200: 'Done',
  201: 'Created',
  204: 'Done; there is nothing to say',
  206: 'The part that was asked for',
  302: 'To be found at another address',
  304: 'Not changed',
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** The errors that operations refer to. */
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

/** Every answer of the route, by status. */
export function responsesOf(route: MountedRoute): Record<string, object> {
  const { answer, mayAnswer = [], entrance } = route;
  const own = [answer, ...mayAnswer.filter((other) => typeof other !== 'number'), ...unchangedOf(route)];
  const refusals = [...failuresOf(route), ...mayAnswer.filter((other) => typeof other === 'number')];
  const failures = [...new Set(refusals)].filter((status) => own.every((other) => other.status !== status));
  const refusesAs = entrance.refusesAs && [entrance.refusesAs, ...(own.some(isData) ? [json(0, failure)] : [])];
  return Object.fromEntries([
    ...[...Map.groupBy(own, ({ status }) => status)].map(([status, each]) => [
      String(status),
      responseOf(each, meaningOf(status), route.example as Record<string, unknown> | undefined),
    ]),
    ...failures.map((status) => [String(status), failureOf(status, status < 500 ? refusesAs : undefined)]),
  ]) as Record<string, object>;
}

const isData = ({ type, shape }: Answer<unknown>) => type === JSON_TYPE && shape !== null;

/** The answer to `If-None-Match` (http/unchanged.ts). */
function unchangedOf({ method, answer }: MountedRoute): Answer<unknown>[] {
  const isJson = method === 'GET' && answer.status === 200 && answer.type === JSON_TYPE;
  return isJson ? [{ ...answer, status: 304, shape: null }] : [];
}

/** `shownAs`: the forms that it may have; undefined = that of all errors. */
function failureOf(status: number, shownAs: readonly Answer<unknown>[] | undefined): object {
  const { name = '', description = '' } = FAILURES[status] ?? {};
  if (!shownAs) return { $ref: `#/components/responses/${name}` };
  return responseOf(
    shownAs.map((each) => ({ ...each, status })),
    description,
  );
}

/** The errors that follow from the route's permission, path and input. */
function failuresOf(route: MountedRoute): number[] {
  const { path, query, page, body, files, entrance } = route;
  const isOpen = entrance.caller === 'anyone' || entrance.caller === 'reader' || entrance.caller === null;
  const takesInput = [query, page, body, files].some((input) => input !== undefined);
  const isKept = keepsAnswers(route);
  return [
    readsBody(route) ? [400, 413] : [],
    isOpen ? [] : [401, 403],
    entrance.caller === null ? [] : [429],
    // A body may also name something that does not exist, and a website token an inbox.
    path.includes(':') || body !== undefined || entrance.caller === 'visitor' ? [404] : [],
    isKept ? [409] : [],
    takesInput || isKept || (readsBody(route) && path.includes(':')) ? [422] : [],
    [500, 503, 507],
  ].flat();
}

/** The answer with a status, in all forms that it may have. */
function responseOf(forms: readonly Answer<unknown>[], description: string, request?: Record<string, unknown>) {
  const contents = forms.flatMap(({ shape, type }) => {
    const example = shape && type === JSON_TYPE && { example: exampleOfAnswer(shape, request) };
    return shape ? [[type, { schema: shape, ...example }] as const] : [];
  });
  return {
    description,
    ...(forms[0]?.status !== 101 && { headers: REQUEST_ID }),
    ...(contents.length > 0 && { content: Object.fromEntries(contents) }),
  };
}

const meaningOf = (status: number) => MEANING[status] ?? FAILURES[status]?.description ?? 'Answer';
