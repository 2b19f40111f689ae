import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const fetched = (path: string, headers: Record<string, string> = {}) => fetch(`${test.url}${path}`, { headers });

describe('the files of the console', () => {
  it('install it as an app, with icons in the sizes that they name', async () => {
    const page = await (await fetched('/app', { accept: 'text/html' })).text();
    const [, path = ''] = /<link rel="manifest" href="([^"]+)">/.exec(page) ?? [];
    const answer = await fetched(path);
    const manifest = (await answer.json()) as { start_url: string; icons: { src: string; sizes: string }[] };

    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    expect(manifest).toMatchObject({ start_url: '/app', scope: '/app', display: 'standalone' });
    for (const { src, sizes } of manifest.icons) {
      const picture = Buffer.from(await (await fetched(src)).arrayBuffer());
      // Width and height stand at the beginning of a PNG.
      expect([src, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]).toEqual([src, sizes]);
    }
    expect((await fetched('/app/icons/64.png')).status).toBe(404);
  });

  it('have the service worker of this version, which is asked for again each time', async () => {
    const first = await fetched('/app/worker.js');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await test.request('GET', '/app/worker.js', { headers });

    expect([first.status, again.status]).toEqual([200, 304]);
    expect(first.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('service-worker-allowed')).toBe('/app');
    expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  });
});
