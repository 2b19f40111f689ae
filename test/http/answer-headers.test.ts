import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, givenFile, type TestAccount } from '../support/factories.ts';
import { givenSurvey } from '../support/surveys.ts';

let test: TestApp;
let account: TestAccount;
let file: string;
let survey: string;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': '1000' });
  account = await givenAccount(test);
  const conversation = await givenConversation(account);
  file = new URL(await givenFile(account, conversation.id)).pathname;
  survey = `/survey/responses/${(await givenSurvey(test)).conversation.uuid}`;
});
afterAll(() => test.stop());

type Raw = { status: string; headers: string[]; text: string };

/** Sends a request as the administrator; the answer's headers are lines in the order in which they came. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const own = { api_access_token: account.administrator.token, 'content-length': Buffer.byteLength(body) };
    const sending = request(`${test.url}${path}`, { method, headers: { ...own, ...headers } }, (answer) => {
      const lines = Array.from({ length: answer.rawHeaders.length / 2 }, (_, index) =>
        answer.rawHeaders.slice(2 * index, 2 * index + 2).join(': '),
      );
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: `${answer.statusCode} ${answer.statusMessage}`, headers: lines, text }));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const JSON_TYPE = 'Content-Type: application/json; charset=utf-8';
const HTML_TYPE = 'Content-Type: text/html; charset=utf-8';
const NO_STORE = 'Cache-Control: no-store';
const LIMITS = ['X-RateLimit-Limit: 1000', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const FILE = ['X-Content-Type-Options: nosniff', 'Content-Security-Policy', 'Accept-Ranges: bytes'];
const SHOWN_FILE = ['Content-Disposition: inline; filename="hello.txt"', ...FILE, 'ETag'];
const FOREVER = 'Cache-Control: private, max-age=31536000, immutable';
const TEXT_TYPE = 'Content-Type: text/plain; charset=utf-8';
const PAGE = ['Content-Security-Policy', 'Referrer-Policy: no-referrer', 'X-Content-Type-Options: nosniff'];

/** Headers whose values differ from request to request. */
const VARYING = /^(X-Request-Id|X-RateLimit-Remaining|X-RateLimit-Reset|Content-Security-Policy|ETag|Date): .*/;

/** The header lines, checked to have the length of the text, and without what differs. */
function shown({ headers, text }: Raw, hasBody = true): string[] {
  const length = `Content-Length: ${Buffer.byteLength(text)}`;
  return headers.map((line) => (hasBody && line === length ? 'Content-Length' : line.replace(VARYING, '$1')));
}

/** All headers: those of every answer, with `own` among them. */
const all = (...own: string[]) => ['X-Request-Id', ...own, 'Date', 'Connection: keep-alive', 'Keep-Alive: timeout=150'];

type Case = [
  status: string,
  method: string,
  path: string,
  own: string[],
  headers?: Record<string, string>,
  body?: string,
];

describe('the headers of an answer', () => {
  it.each<Case>([
    ['200 OK', 'GET', '/labels', [NO_STORE, ...LIMITS, JSON_TYPE, 'Content-Length']],
    ['201 Created', 'POST', '/labels', [NO_STORE, ...LIMITS, JSON_TYPE, 'Content-Length'], json, '{"title":"vip"}'],
    ['200 OK', 'POST', '/update_active_at', [NO_STORE, ...LIMITS, TEXT_TYPE, 'Content-Length']],
    [
      '200 OK',
      'GET',
      '/cache_keys',
      ['Cache-Control: max-age=10, private, stale-while-revalidate=300', ...LIMITS, JSON_TYPE, 'Content-Length'],
    ],
    ['422 Unprocessable Entity', 'POST', '/labels', [NO_STORE, ...LIMITS, JSON_TYPE, 'Content-Length'], json, '{}'],
    ['400 Bad Request', 'POST', '/labels', [NO_STORE, ...LIMITS, JSON_TYPE, 'Content-Length'], json, '{"ti'],
    ['401 Unauthorized', 'GET', '', [NO_STORE, ...LIMITS, JSON_TYPE, 'Content-Length'], { api_access_token: 'x' }],
    ['404 Not Found', 'GET', '/nothing', [NO_STORE, JSON_TYPE, 'Content-Length']],
    ['404 Not Found', 'OPTIONS', '/labels', [NO_STORE, JSON_TYPE, 'Content-Length']],
  ])('%s: %s /api/v1/accounts/1%s', async (status, method, path, own, headers = {}, body = '') => {
    const answer = await send(method, `${account.path}${path}`, headers, body);

    expect([answer.status, shown(answer)]).toEqual([status, all(...own)]);
  });

  it('HEAD: those of GET, with the length of its text', async () => {
    const paths = [`${account.path}/nothing`, `${account.path}/agents`, '/openapi.json', '/docs', survey, file];

    for (const path of paths) {
      const [head, get] = [await send('HEAD', path), await send('GET', path)];

      // The text of an error names the method.
      const isError = get.status.startsWith('4');
      const lines = (of: Raw) => shown(of, false).filter((line) => !isError || !line.startsWith('Content-Length'));
      expect([head.status, head.text, lines(head)]).toEqual([get.status, '', lines(get)]);
    }
  });

  it('204: none of a body', async () => {
    const filter = '{"name":"Mine","type":"conversation","query":{"payload":[]}}';
    const { text } = await send('POST', `${account.path}/custom_filters`, json, filter);
    const { id } = JSON.parse(text) as { id: number };

    const answer = await send('DELETE', `${account.path}/custom_filters/${id}`);

    expect([answer.status, shown(answer)]).toEqual(['204 No Content', all(NO_STORE, ...LIMITS)]);
  });

  it('an answer to a repeated request: the same, and that it is one', async () => {
    const key = { ...json, 'idempotency-key': randomUUID() };

    const first = await send('POST', `${account.path}/labels`, key, '{"title":"repeated"}');
    const again = await send('POST', `${account.path}/labels`, key, '{"title":"repeated"}');

    expect([again.status, again.text]).toEqual([first.status, first.text]);
    const own = (...replayed: string[]) => all(NO_STORE, ...LIMITS, ...replayed, JSON_TYPE, 'Content-Length');
    expect(shown(first)).toEqual(own());
    expect(shown(again)).toEqual(own('Idempotent-Replayed: true'));
  });

  it('a page, and its errors', async () => {
    const own = [NO_STORE, ...PAGE, ...LIMITS, HTML_TYPE, 'Content-Length'];

    const answers = [await send('GET', survey), await send('GET', `${survey}x`)];

    expect(answers.map(({ status }) => status)).toEqual(['200 OK', '404 Not Found']);
    expect(answers.map((answer) => shown(answer))).toEqual([all(...own), all(...own)]);
  });

  it('a file, parts of it, and that it has not changed', async () => {
    const whole = await send('GET', file);
    const part = await send('GET', file, { range: 'bytes=0-1' });
    const beyond = await send('GET', file, { range: 'bytes=900-' });
    const tag = whole.headers.find((line) => line.startsWith('ETag: '))?.slice('ETag: '.length) ?? '';
    const unchanged = await send('GET', file, { 'if-none-match': tag });

    const own = [FOREVER, TEXT_TYPE, ...SHOWN_FILE];
    expect([whole.status, shown(whole)]).toEqual(['200 OK', all(...own, 'Content-Length')]);
    expect([part.status, shown(part)]).toEqual([
      '206 Partial Content',
      all(...own, 'Content-Range: bytes 0-1/5', 'Content-Length'),
    ]);
    expect([beyond.status, shown(beyond)]).toEqual([
      '416 Range Not Satisfiable',
      all(...FILE, 'Content-Range: bytes */5', JSON_TYPE, 'Content-Length'),
    ]);
    expect([unchanged.status, unchanged.text, shown(unchanged)]).toEqual([
      '304 Not Modified',
      '',
      all(FOREVER, ...SHOWN_FILE),
    ]);
  });

  it('a text whose length is not known before', async () => {
    const answer = await send('GET', `${account.path}/csat_survey_responses/download`);

    expect(shown(answer)).toEqual([
      ...all(
        NO_STORE,
        ...LIMITS,
        'Content-Type: text/csv; charset=utf-8',
        'Content-Disposition: attachment; filename="csat_survey_responses.csv"',
      ),
      'Transfer-Encoding: chunked',
    ]);
  });
});
