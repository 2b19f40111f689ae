import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';
import { messagesOf } from '../../support/conversation-calls.ts';

const DAY_MS = 86_400_000;
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const EVIL = '<script>alert("1")</script>';

let days = 0;
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(Date.now() + days * DAY_MS), jobs: false });
});
afterAll(() => test.stop());

const pathTo = ({ uuid }: { uuid: string }) => `/survey/responses/${uuid}`;
const open = (conversation: { uuid: string }) => test.request('GET', pathTo(conversation));
/** Sends the form as a browser does. */
const send = (conversation: { uuid: string }, fields: Record<string, string>) =>
  test.request('POST', pathTo(conversation), { body: new URLSearchParams(fields) });

describe('the page of a survey', () => {
  it('asks, with a form that needs no script', async () => {
    const { conversation } = await givenSurvey(test, { csat_config: { message: 'Were we nice?' } });

    const { status, headers, text } = await open(conversation);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Were we nice?</h1>');
    expect(text).toContain('<form method="post">');
    expect(text.match(/<input type="radio" name="rating" value="\d" required>/g)).toEqual(
      [1, 2, 3, 4, 5].map((rating) => `<input type="radio" name="rating" value="${rating}" required>`),
    );
    expect(text).toContain('name="feedback_message"');
    expect(text).toContain('<button>Send</button>');
    expect(text).toContain('Support');
    expect(text).toContain('😀');
    expect(text).not.toContain('★');
  });

  it('shows stars, the language and the button of its inbox', async () => {
    const csat_config = { display_type: 'star', language: 'de', button_text: 'Los!' };
    const { conversation } = await givenSurvey(test, { csat_config });

    const { text } = await open(conversation);

    expect(text).toContain('<html lang="de">');
    expect(text).toContain('★★★★★');
    expect(text).toContain('Sehr gut');
    expect(text).toContain('<button>Los!</button>');
    expect(text).not.toContain('😀');
  });

  it('allows nothing but its own style and form', async () => {
    const { conversation } = await givenSurvey(test);

    const { headers, text } = await open(conversation);

    const style = /<style>(.*)<\/style>/s.exec(text)![1]!;
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${digest}'`);
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script|style="|\son\w+=/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows what people wrote as text', async () => {
    const csat_config = { message: EVIL, button_text: EVIL };
    const { conversation } = await givenSurvey(test, { name: EVIL, csat_config });
    await rate(test, conversation, 5, `</textarea>${EVIL}`);

    const pages = [await open(conversation), await send(conversation, { rating: '1', feedback_message: EVIL })];

    for (const { text } of pages) {
      expect(text).not.toContain('<script');
      expect(text).toContain('&lt;script&gt;');
      expect(text.match(/<\/textarea>/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  });

  it.each([UNKNOWN_UUID, 'none', '%00', '0'])('is not found for %s', async (uuid) => {
    const { status, headers, text } = await open({ uuid });

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('<h1>Survey not found</h1>');
  });
});

describe('an answer on the page', () => {
  it('is stored and thanked for, and shown from then on', async () => {
    const { account, conversation } = await givenSurvey(test);

    const thanks = await send(conversation, { rating: '4', feedback_message: 'Quick & kind' });

    const { text } = await open(conversation);
    expect(thanks.status).toBe(200);
    expect(thanks.text).toContain('<h1>Thank you for your answer.</h1>');
    expect(thanks.text).toContain('Good</p>');
    expect(thanks.text).toContain('Quick &amp; kind');
    expect(thanks.text).not.toContain('<form');
    expect(text).toContain('value="4" required checked>');
    expect(text.match(/checked>/g)).toHaveLength(1);
    expect(text).toContain('Quick &amp; kind</textarea>');
    expect((await messagesOf(account, conversation)).at(-1).content_attributes.submitted_values).toEqual({
      csat_survey_response: { rating: 4, feedback_message: 'Quick & kind' },
    });
  });

  it('may be without a comment', async () => {
    const { account, conversation } = await givenSurvey(test);

    const { status } = await send(conversation, { rating: '2', feedback_message: ' ' });

    expect(status).toBe(200);
    expect((await messagesOf(account, conversation)).at(-1).content_attributes.submitted_values).toEqual({
      csat_survey_response: { rating: 2, feedback_message: null },
    });
  });

  it('says what is wrong with it, on a page', async () => {
    const { conversation } = await givenSurvey(test);

    const { status, headers, text } = await send(conversation, { feedback_message: 'Hm' });

    expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
    expect(text).toContain('rating is missing: a whole number from 1 to 5');
  });

  it('is refused after 14 days, and the page shows the former answer', async () => {
    const { conversation } = await givenSurvey(test);
    await send(conversation, { rating: '3' });
    days = 14.01;

    const late = await send(conversation, { rating: '1' });
    const { status, text } = await open(conversation);
    days = 0;

    expect(late.status).toBe(422);
    expect(late.text).toContain('You cannot update the CSAT survey after 14 days');
    expect(status).toBe(200);
    expect(text).toContain('You cannot update the CSAT survey after 14 days');
    expect(text).toContain('Fair</p>');
    expect(text).not.toContain('<form');
  });

  it('that cannot be read is answered with a page that says so', async () => {
    const { conversation } = await givenSurvey(test);

    const { status, headers, text } = await test.request('POST', pathTo(conversation), {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });

    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Invalid parameters</h1>');
  });
});

describe('the rate limit', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await givenApp({ 'rate_limit.requests_per_minute': '2' }, { jobs: false });
  });
  afterAll(() => limited.stop());

  it('counts callers by address', async () => {
    const path = `/survey/responses/${UNKNOWN_UUID}`;
    await limited.request('GET', path);
    await limited.request('GET', `/public/api/v1/csat_survey/${UNKNOWN_UUID}`);

    const { status, headers, text } = await limited.request('GET', path);

    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).toContain('<h1>Too many requests</h1>');
  });
});
