import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NormalizedOptions } from 'got';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { askProvider, isSuccess, type ProviderAnswer, refusal } from '../../src/channels/ask-provider.ts';
import { providerHttp } from '../../src/channels/provider-http.ts';
import { type Fault, givenProvider, type ProviderServer } from '../support/providers/provider-server.ts';

const read = ({ status }: ProviderAnswer) =>
  isSuccess(status) ? ({ is: 'accepted', id: '1' } as const) : refusal(status, `answered ${status}`);

let provider: ProviderServer<object>;
beforeAll(async () => {
  provider = await givenProvider(async () => ({ sent: {}, reply: { status: 200, body: {} } }));
});
afterAll(() => provider.stop());

const ask = async (url: string) => askProvider(await providerHttp(), url, { json: {} }, read);

describe('the answer of a provider', () => {
  it('is not read further than ten million bytes, and its status says whether the message may have been taken', async () => {
    const bytes = 'a'.repeat(11_000_000);
    provider.faults.push({ is: 'endless', status: 200, bytes }, { is: 'endless', status: 400, bytes });
    const outcomes = [await ask(provider.url), await ask(provider.url)];

    expect(outcomes.map(({ is }) => is)).toEqual(['doubtful', 'refused']);
  });
});

describe('an answer that cannot be used', () => {
  const NEVER = new Promise<void>(() => {});

  it.each<[string, Fault, Partial<Record<'request' | 'response', number>>]>([
    ['never comes', { is: 'held', until: NEVER }, { response: 100 }],
    ['never ends', { is: 'endless', status: 200, bytes: '{' }, { request: 100 }],
  ])('may be that of a provider which has taken the message, when it %s', async (_, fault, timeout) => {
    provider.faults.push(fault);
    const hooks = { beforeRequest: [(options: NormalizedOptions) => void (options.timeout = timeout)] };
    const http = (await providerHttp()).extend({ hooks });
    const outcome = await askProvider(http, provider.url, { json: {} }, read);

    expect(outcome).toMatchObject({ is: 'doubtful', reason: expect.stringContaining('ETIMEDOUT') });
  });

  it.each([
    ['is deep', '['.repeat(500_000)],
    ['is whole and deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['is no JSON', '<html>'],
    ['is a list', '[]'],
  ])('is read as an empty one when it %s', async (_, text) => {
    const bodies: object[] = [];
    const server = createHttpServer((_, response) => response.end(text)).listen(0);
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await askProvider(await providerHttp(), url, { json: {} }, ({ body }) => {
      bodies.push(body);
      return { is: 'refused', reason: 'read' };
    });
    server.closeAllConnections();
    server.close();

    expect(outcome.is).toBe('refused');
    expect(bodies.map((body) => Object.keys(body).filter((key) => key !== 'a'))).toEqual([[]]);
  });

  it('is not unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(100_000_000));
    const server = createHttpServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed),
    ).listen(0);
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { body } = await (await providerHttp())(url, { responseType: 'text' });
    server.closeAllConnections();
    server.close();

    expect(body.length).toBeLessThanOrEqual(packed.length);
  });
});

describe('a connection that never came about', () => {
  it('has taken nothing surely, where TLS fails', async () => {
    const outcome = await ask(provider.url.replace('http:', 'https:'));

    expect(outcome.is).toBe('later');
  });

  it('has taken nothing surely, where no address answers', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');

    const outcome = await ask(`http://localhost:${port}`);

    expect(outcome.is).toBe('later');
  });

  it('may have taken it where the connection ends later', async () => {
    provider.faults.push({ is: 'lost' }, { is: 'cut' });
    const outcomes = [await ask(provider.url), await ask(provider.url)];

    expect(outcomes.map(({ is }) => is)).toEqual(['doubtful', 'doubtful']);
  });
});
