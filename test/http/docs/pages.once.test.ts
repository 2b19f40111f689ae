import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkDocs } from '../../../bin/docs-budgets.ts';
import { fileOf, GUIDES } from '../../../src/http/docs/guides.ts';
import { operationIdOf, templateOf } from '../../../src/http/openapi/names.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { readDocument, whole } from '../../support/openapi/check-answer.ts';
import { allRoutes } from '../../support/openapi/routes.ts';

type Operation = { requestBody?: { content: Record<string, { example?: unknown; schema?: Field }> } };

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': 'https://chat.example.com' });
});
afterAll(() => test.stop());

const shown = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The paths of the pages that the menu leads to. */
async function pathsInMenu(): Promise<string[]> {
  const { text } = await test.request('GET', '/docs');
  const [menu = ''] = /<nav .*?<\/nav>/s.exec(text) ?? [];
  return [...menu.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!);
}

async function textOf(path: string): Promise<string> {
  const { status, headers, text } = await test.request('GET', path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
  return text;
}

type Field = { description?: string; properties?: Record<string, Field>; items?: Field; anyOf?: Field[] };

/** The fields of a schema, at every depth; `whole` has put what is referred to in its place. */
function fieldsIn(field: Field): Field[] {
  const inner = [field.items ?? [], field.anyOf ?? []].flat().flatMap(fieldsIn);
  return [...inner, ...Object.values(field.properties ?? {}).flatMap((each) => [each, ...fieldsIn(each)])];
}

const articleIn = (text: string, id: string) =>
  new RegExp(`<article id="${id}">.*?</article>`, 's').exec(text)?.[0] ?? '';
const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

describe('GET /docs', () => {
  it('lists every operation and event, with links that lead to each, and so do all other links', async () => {
    const home = await textOf('/docs');
    const paths = ['/docs', ...(await pathsInMenu())];
    const pages = new Map<string, string>();
    for (const path of paths) pages.set(path, await textOf(path));

    const wanted = [
      ...allRoutes().map(operationIdOf),
      ...Object.keys(readDocument().webhooks).map((type) => `receive_${type}`),
    ];
    expect(wanted.filter((id) => !new RegExp(`<li id="${id}"><a href="/docs/api/[a-z-]+#${id}">`).test(home))).toEqual(
      [],
    );
    const links = [...pages].flatMap(([from, text]) =>
      [...text.matchAll(/href="((?:\/docs|#)[^"]*)"/g)].map(([, to]) => (to!.startsWith('#') ? from + to : to!)),
    );
    const places = new Set([...pages].flatMap(([path, text]) => [path, ...idsIn(text).map((id) => `${path}#${id}`)]));
    expect(links.length).toBeGreaterThan(3 * allRoutes().length);
    expect(links.filter((to) => !places.has(to) && to !== '/docs/docs.css')).toEqual([]);
    const twice = [...pages].filter(([, text]) => new Set(idsIn(text)).size < idsIn(text).length);
    expect(twice.map(([path]) => path)).toEqual([]);
  });

  it('has four beginnings, and every section in a group with a name', async () => {
    const home = await textOf('/docs');

    const [, beginnings = ''] = /<ul class="beginnings">(.*?)<\/ul>/s.exec(home) ?? [];
    expect(beginnings.match(/<a href="\/docs\//g)).toHaveLength(4);
    expect([...home.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual(
      expect.arrayContaining(['Guides', 'Talk with contacts', 'Inboxes', 'Reports']),
    );
    expect(home).not.toContain('<h2>More</h2>');
  });

  it('has no other pages', async () => {
    const { status, body } = await test.request('GET', '/docs/api/nothing');

    expect([status, body]).toEqual([404, { error: 'Page not found' }]);
  });
});

describe('an operation', () => {
  it('has a request for the shell and its answer, then its fields and all answers', async () => {
    const article = articleIn(await textOf('/docs/api/webhook'), 'create_webhook');

    expect(article).toContain('<a href="#create_webhook"><b class="post">post</b> <code>');
    expect(shown(article)).toContain(
      `curl -X POST 'https://chat.example.com/api/v1/accounts/1/webhooks' \\\n  -H "api_access_token: $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"url":"https://`,
    );
    expect(article).toMatch(/<h3>Answer 20[01]<\/h3>.*<pre><code>\{\n {2}"id": 1,/s);
    expect(article).toContain('<code>account_id</code>');
    expect(article).toContain('<code>subscriptions</code>');
    expect(article).toContain('href="#schema-WrittenWebhook"');
    expect(await textOf('/docs/api/message')).toContain(`-F 'attachments[]=@photo.png'`);
  });

  it('has both on its page, each one of them', async () => {
    const pages = (await Promise.all((await pathsInMenu()).map(textOf))).join('');
    const others = allRoutes().filter(({ answer }) => answer.status !== 101);

    const without = others
      .map((route) => [operationIdOf(route), articleIn(pages, operationIdOf(route))] as const)
      .filter(
        ([, article]) =>
          !/<h3>Request<\/h3>\s*<pre><code>curl .*<h3>Answer \d+<\/h3>\s*<(pre|details|p)/s.test(article),
      );
    expect(without).toEqual([]);
  });

  it('has lines that a shell takes for the example of its body, which is tried in examples.test.ts', async () => {
    const pages = (await Promise.all((await pathsInMenu()).map(textOf))).join('');
    const document = readDocument();
    const articles = allRoutes().map((route) => {
      const lines = [...articleIn(pages, operationIdOf(route)).matchAll(/<pre><code>(curl .*?)<\/code>/gs)];
      return { route, lines: lines.map(([, line]) => shown(line!).replaceAll('&lt;', '<').replaceAll('&gt;', '>')) };
    });
    const script = articles.flatMap(({ lines }) => lines).join('\n');
    const preamble = String.raw`TOKEN=token; curl() { printf '%s\0' "$@"; printf '\n'; }`;

    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', `${preamble}\n${script}`]);

    const calls = stdout.split('\0\n').map((call) => call.split('\0'));
    const bodies = new Map<string, unknown>();
    for (const { route, lines } of articles) {
      const given = lines.map(() => calls.shift()!);
      const data = given.flatMap((words) => (words.includes('-d') ? [words[words.indexOf('-d') + 1]!] : []));
      const path = templateOf(route.path);
      const { requestBody } = whole(document.paths[path]![route.method.toLowerCase()]) as Operation;
      const wanted = requestBody?.content['application/json']?.example;
      if (wanted !== undefined) bodies.set(operationIdOf(route), wanted);
      expect([operationIdOf(route), ...data.map((text) => JSON.parse(text) as unknown)].slice(0, 2)).toEqual([
        operationIdOf(route),
        ...(requestBody?.content['application/json'] ? [wanted ?? {}] : []),
      ]);
    }
    expect(bodies.size).toBeGreaterThan(100);
  });

  it('shows the required fields first, and a line for each', async () => {
    const article = articleIn(await textOf('/docs/api/contact'), 'filter_contacts');
    const [, body = ''] = articleIn(await textOf('/docs/api/webhook'), 'create_webhook').split('<h3>Body');
    const [, first = '', ...others] = body.split('<li>');

    expect(article).toContain('The conditions, each with what joins it to the next one');
    expect(first).toContain('<code>url</code>');
    expect(first).not.toContain('optional');
    expect(others[0]).not.toContain('<code>url</code>');
    expect(others.join('')).toContain('The events that are sent');
  });

  it('has a line for nearly every field of bodies in the document', () => {
    const fields = allRoutes().flatMap(({ method, path }) => {
      const operation = readDocument().paths[templateOf(path)]![method.toLowerCase()] as Operation;
      return fieldsIn(whole(operation.requestBody?.content['application/json']?.schema ?? {}) as Field);
    });

    const without = fields.filter(({ description }) => description === undefined);
    expect(fields.length).toBeGreaterThan(900);
    expect(without.length).toBeLessThan(fields.length / 20);
  });

  it('answers in its example what its request has', async () => {
    const article = shown(articleIn(await textOf('/docs/api/label'), 'create_label'));

    const [, request = ''] = /-d '(.*?)'/.exec(article) ?? [];
    const [, answer = ''] = /<h3>Answer 201<\/h3>\s*<pre><code>(.*?)<\/code>/s.exec(article) ?? [];
    expect(JSON.parse(answer)).toMatchObject(JSON.parse(request) as object);
  });

  it('says only once that numbers and flags may be text', async () => {
    const article = articleIn(await textOf('/docs/api/webhook'), 'update_webhook');

    expect(await textOf('/docs/requests')).toMatch(/Numbers\s+and\s+flags\s+may\s+be\s+written\s+as\s+text\./);
    expect(article).toMatch(/<code>enabled<\/code>.*?<span class="kind">boolean<\/span>/s);
    expect(article).toMatch(/<code>inbox_id<\/code>.*?<span class="kind">integer or null<\/span>/s);
    expect(article).not.toContain('pattern');
  });
});

describe('the page of events', () => {
  it('has every event with an example, and what it is sent with', async () => {
    const text = await textOf('/docs/api/events');

    for (const type of Object.keys(readDocument().webhooks)) {
      expect(articleIn(text, `receive_${type}`)).toContain('<h3>Example</h3>');
    }
    expect(articleIn(text, 'headers')).toContain('<code>X-Parley-Event-Id</code>');
  });
});

describe('a guide', () => {
  it.each(GUIDES)('has a page with all of its headings and tables: %s', async (name) => {
    const markdown = readFileSync(join(import.meta.dirname, '../../..', fileOf(name)), 'utf8');
    const text = await textOf(`/docs/${name}`);

    const prose = markdown.replaceAll(/^```.*?^```$/gms, '');
    expect(text.match(/<h[123] id=/g)).toHaveLength(prose.match(/^#{1,3} .+$/gm)!.length);
    expect(text.match(/<table>/g) ?? []).toHaveLength((prose.match(/^\|[-|]+\|$/gm) ?? []).length);
    expect(text.replaceAll(/<(pre|code)>.*?<\/\1>/gs, '')).not.toMatch(/`|\]\(|\*\*/);
  });

  it('links the operations that it names', async () => {
    const text = await textOf('/docs/signing-in');

    expect(text).toContain('<a href="/docs/api/session#sign_in"><code>POST /auth/sign_in</code></a>');
    expect(text).toContain('<a href="/docs/api/agent-bot#create_agent_bot"><code>POST .../agent_bots</code></a>');
  });
});

describe('every page', () => {
  it.each(['/docs', '/docs/webhooks', '/docs/api/label', '/docs/search?q=label'])(
    'loads only its style and script, from this server: %s',
    async (path) => {
      const { headers, text } = await test.request('GET', path);

      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
      const assets = [...text.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, asset]) => asset!);
      const found = await Promise.all(assets.map((asset) => test.request('GET', asset)));
      expect(assets).toEqual(['/docs/docs.css', '/docs/docs.js']);
      expect(found.map(({ status, headers: of }) => [status, of.get('content-type')])).toEqual([
        [200, 'text/css; charset=utf-8'],
        [200, 'text/javascript; charset=utf-8'],
      ]);
    },
  );

  it('is as small as bin/web-budgets.json says, and the build checks it', () => {
    expect(checkDocs()).toMatch(/^\/docs: \d+ pages/);
    expect(() => checkDocs({ docsPage: 100_000, docsInAll: 300_000 })).toThrow('/docs/api/conversation');
    expect(() => checkDocs({ docsPage: 300_000, docsInAll: 100_000 })).toThrow('too large');
    expect(readFileSync(join(import.meta.dirname, '../../../bin/build.ts'), 'utf8')).toContain('checkDocs()');
  });
});

describe('GET /swagger', () => {
  it('leads to the page', async () => {
    const { status, headers } = await test.request('GET', '/swagger');

    expect([status, headers.get('location')]).toEqual([302, 'https://chat.example.com/docs']);
  });
});
