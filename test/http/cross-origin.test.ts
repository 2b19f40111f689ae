import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { send } from '../support/send.ts';

const SURVEY = '/public/api/v1/csat_survey/0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506';
const ORIGIN = { origin: 'https://shop.example.com' };

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('a page of another site', () => {
  it.each([SURVEY, SURVEY.toUpperCase(), '/public/api/v1/nothing'])('may read what %s answers', async (path) => {
    const { headers } = await test.request('GET', path, { headers: ORIGIN });

    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });

  it('may send what it asks for first', async () => {
    const { status, headers, text } = await send(`${test.url}${SURVEY}`, {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,x-shop',
      },
    });

    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-methods')).toContain('PUT');
    expect(headers.get('access-control-allow-headers')).toBe('content-type,x-shop');
  });

  it.each(['/api/v1/accounts/1', '/api/v1/profile', '/livez'])('may not read what %s answers', async (path) => {
    const asked = await test.request('GET', path, { headers: ORIGIN });
    const before = await send(`${test.url}${path}`, { method: 'OPTIONS', headers: ORIGIN });

    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });
});
