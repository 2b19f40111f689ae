import { describe, expect, it } from '@jest/globals';
import { checkAnswer } from '../support/openapi/check-answer.ts';

const JSON_TYPE = new Headers({ 'content-type': 'application/json; charset=utf-8' });

/** Checks an answer to the request against the document. */
function check(method: string, path: string, status: number, body: unknown, headers = JSON_TYPE): void {
  checkAnswer(method, path, { status, headers, body, text: body === undefined ? '' : JSON.stringify(body) });
}

// Every test relies on its client to refuse what is not declared; here is what makes it do so.
describe('an answer', () => {
  it('may be as declared, in every spelling of the path', () => {
    check('GET', '/livez', 200, { status: 'ok', event_loop_delay_ms: 0.1 });
    check('GET', '/livez.json?x=1', 200, { status: 'ok', event_loop_delay_ms: 0.1 });
    check('GET', '/livez/', 200, { status: 'ok', event_loop_delay_ms: 0.1 });
    check('DELETE', '/api/v1/accounts/1/webhooks/1', 200, undefined);
    check('PUT', '/api/v1/accounts/1/webhooks/1', 404, { error: 'Webhook not found' });
  });

  it('to a path without an operation must be an error', () => {
    check('GET', '/nowhere', 404, { error: 'Not found', message: 'no such path' });

    expect(() => check('GET', '/nowhere', 404, { status: 'lost' })).toThrow('GET /nowhere, which is no operation');
  });

  it.each([
    ['another status', 204, { status: 'ok' }, 'answered 204; declared are 200'],
    ['a key too many', 200, { status: 'ok', event_loop_delay_ms: 0.1, secret: 'x' }, 'additional properties'],
    ['a key too few', 200, { event_loop_delay_ms: 0.1 }, "required property 'status'"],
    ['another value', 200, { status: 'fine', event_loop_delay_ms: 0.1 }, 'must be equal to one of the allowed values'],
    ['another kind of body', 200, ['ok'], 'must be object'],
  ])('may not have %s', (_, status, body, message) => {
    expect(() => check('GET', '/livez', status, body)).toThrow(message);
  });

  it('may not be of another type, nor have a body where none is declared', () => {
    const html = new Headers({ 'content-type': 'text/html' });

    expect(() => check('GET', '/livez', 200, { status: 'ok' }, html)).toThrow('declared is application/json');
    expect(() => check('DELETE', '/api/v1/accounts/1/webhooks/1', 200, {})).toThrow('declared is none');
  });

  it('may not keep an error’s text from the caller, nor tell more', () => {
    const path = '/api/v1/accounts/1/webhooks/1';

    expect(() => check('PATCH', path, 422, { message: 'url is wrong' })).toThrow("required property 'error'");
    expect(() => check('PATCH', path, 422, { error: 'x', stack: 'at line 1' })).toThrow('additional properties');
  });
});
