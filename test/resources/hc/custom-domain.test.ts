import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenArticle, givenPortal, newSlug } from '../portals/given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Answer = { status: number; location: string | undefined; text: string };

/** Asks for the path as a browser does that has reached this server by the name `host`. */
function openAt(host: string, path: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${test.url}${path}`, { method, headers: { host } }, async (answer) => {
      resolve({ status: answer.statusCode!, location: answer.headers.location, text: await textOf(answer) });
    });
    asked.on('error', reject).end();
  });
}

async function givenDomain() {
  const account = await givenAccount(test);
  const portal = await givenPortal(account, { custom_domain: `${newSlug()}.example.com` });
  const { slug } = await givenArticle(account, portal);
  return { account, portal, slug, host: portal.custom_domain as string };
}

describe('the custom domain of a portal', () => {
  it('shows it at the root, with links there', async () => {
    const { portal, slug, host } = await givenDomain();

    const start = await openAt(host, '/');
    const home = await openAt(`${host.toUpperCase()}:8080`, '/en');
    const article = await openAt(host, `/articles/${slug}`);

    expect([start.status, start.location]).toEqual([302, '/en']);
    expect(home.status).toBe(200);
    expect(home.text).toContain(`<a href="/articles/${slug}">`);
    expect(home.text).not.toContain(`/hc/${portal.slug}`);
    expect(article.text).toContain(`<link rel="canonical" href="http://${host}/articles/${slug}">`);
    expect(article.text).toContain(`src="/articles/${slug}.png"`);
    expect((await openAt(host, '/sitemap.xml')).text).toContain(`<loc>http://${host}/articles/${slug}</loc>`);
    expect(JSON.parse((await openAt(host, '/en/articles.json')).text).payload).toHaveLength(1);
    expect((await openAt(host, '/none')).status).toBe(404);
  });

  it('is known behind a trusted proxy by the last X-Forwarded-Host, since the client can send others before', async () => {
    const proxied = await givenApp({ 'server.trust_proxy': 'true' }, { jobs: false });
    const portal = await givenPortal(await givenAccount(proxied), { custom_domain: `${newSlug()}.example.com` });
    const openBy = (hosts: string) => fetch(`${proxied.url}/en`, { headers: { 'X-Forwarded-Host': hosts } });

    const [right, wrong] = [
      await openBy(`x.example, ${portal.custom_domain}`),
      await openBy(`${portal.custom_domain}, x.example`),
    ];
    await proxied.stop();

    expect([right.status, wrong.status]).toEqual([200, 404]);
  });

  it('is what search engines are told at the host of the server too', async () => {
    const { portal, slug, host } = await givenDomain();

    const { text } = await test.request('GET', `/hc/${portal.slug}/articles/${slug}`);

    expect(text).toContain(`<link rel="canonical" href="http://${host}/articles/${slug}">`);
    expect(text).toContain(`<a class="name" href="/hc/${portal.slug}/en">`);
  });

  it('changes nothing of paths of the server, of other hosts, and of other methods', async () => {
    const { account, host } = await givenDomain();

    expect((await openAt(host, '/api')).text).toContain('"version"');
    expect((await openAt(host, `/api/v1/accounts/${account.id}`)).status).toBe(401);
    expect((await openAt('other.example.com', '/en')).status).toBe(404);
    expect((await openAt('other.example.com', '/')).text).toContain('Parley');
    expect((await openAt(host, '/en', 'POST')).status).toBe(404);
    expect((await openAt('%00', '/en')).status).toBeGreaterThanOrEqual(400);
  });

  it('shows nothing of an archived portal, and nothing once it is given up', async () => {
    const { account, portal, host } = await givenDomain();

    await account.call('PATCH', `/portals/${portal.slug}/archive`);
    const archived = [(await openAt(host, '/')).status, (await openAt(host, '/en')).status];
    await account.call('PATCH', `/portals/${portal.slug}`, { archived: false, custom_domain: null });

    expect(archived).toEqual([404, 404]);
    expect((await openAt(host, '/en')).status).toBe(404);
  });

  it('cannot be the host of the server', async () => {
    const app = await givenApp({ 'server.public_url': 'https://chat.example.com' });
    const account = await givenAccount(app);

    const { status, body } = await account.call('POST', '/portals', {
      name: 'Help',
      slug: newSlug(),
      custom_domain: 'Chat.example.com',
    });
    await app.stop();

    expect([status, body.attributes]).toEqual([422, ['custom_domain']]);
  });
});
