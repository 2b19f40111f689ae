import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { readDocument } from '../support/openapi/check-answer.ts';
import { allRoutes } from '../support/openapi/routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': 'https://chat.example.com' });
});
afterAll(() => test.stop());

const shown = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('GET /docs', () => {
  it('shows every operation to anyone', async () => {
    const { status, headers, text } = await test.request('GET', '/docs');

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const missing = allRoutes()
      .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
      .filter((path) => !text.includes(`<code>${path}</code>`));
    expect(missing).toEqual([]);
    const others = readDocument().info.description.split('\n## ').length + Object.keys(readDocument().webhooks).length;
    expect(text.match(/<article /g)).toHaveLength(allRoutes().length + others);
  });

  it('shows the guide and every event, and code as such', async () => {
    const { text } = await test.request('GET', '/docs');

    expect(text).toContain('id="guide-webhooks-and-signatures"');
    for (const type of Object.keys(readDocument().webhooks)) expect(text).toContain(`id="receive_${type}"`);
    expect(text).toContain('<code>Idempotency-Key</code>');
    expect(text).not.toContain('`');
  });

  it('has parameters, body, answers and a line for the shell', async () => {
    const { text } = await test.request('GET', '/docs');

    const [article = ''] = /<article id="post_webhooks">.*?<\/article>/s.exec(text) ?? [];
    expect(article).toContain('<code>account_id</code>');
    expect(article).toContain('<code>subscriptions</code>');
    expect(article).toContain('href="#schema-WrittenWebhook"');
    expect(text).toContain('id="schema-WrittenWebhook"');
    expect(shown(article)).toContain(
      `curl -X POST 'https://chat.example.com/api/v1/accounts/1/webhooks' -H "api_access_token: $TOKEN" -H 'Content-Type: application/json' -d '{"url":"https://`,
    );
    expect(article).toMatch(/<pre><code>\{\n {2}"id": 1,/);
    expect(text).toContain(`-F 'attachments[]=@photo.png'`);
  });

  it('says only once that numbers and flags may be text', async () => {
    const { text } = await test.request('GET', '/docs');

    const [article = ''] = /<article id="patch_webhooks_id">.*?<\/article>/s.exec(text) ?? [];
    expect(text).toContain('Numbers and flags may be written as text.');
    expect(article).toMatch(/<code>enabled<\/code>.*?<span class="kind">boolean<\/span>/s);
    expect(article).toMatch(/<code>inbox_id<\/code>.*?<span class="kind">integer or null<\/span>/s);
    expect(article).not.toContain('pattern');
  });

  it('loads only its style and script, from this server, and finds both', async () => {
    const { headers, text } = await test.request('GET', '/docs');

    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
    const assets = [...text.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, path]) => path!);
    const found = await Promise.all(assets.map((path) => test.request('GET', path)));
    expect(assets).toEqual(['/docs/docs.css', '/docs/docs.js']);
    expect(found.map(({ status, headers: of }) => [status, of.get('content-type')])).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
  });

  it('has a working link to every operation', async () => {
    const { text } = await test.request('GET', '/docs');

    const targets = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(allRoutes().length);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });
});

describe('GET /swagger', () => {
  it('leads to the page', async () => {
    const { status, headers } = await test.request('GET', '/swagger');

    expect([status, headers.get('location')]).toEqual([302, 'https://chat.example.com/docs']);
  });
});
