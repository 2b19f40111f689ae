import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { askProvider, isSuccess, type ProviderAnswer, refusal } from '../../src/channels/ask-provider.ts';
import { providerHttp } from '../../src/channels/provider-http.ts';
import { givenProvider, type ProviderServer } from '../support/providers/provider-server.ts';

const read = ({ status }: ProviderAnswer) =>
  isSuccess(status) ? ({ is: 'accepted', id: '1' } as const) : refusal(status, `answered ${status}`);

let provider: ProviderServer<object>;
beforeAll(async () => {
  provider = await givenProvider(async () => ({ sent: {}, reply: { status: 200, body: {} } }));
});
afterAll(() => provider.stop());

const ask = async (url: string) => askProvider(await providerHttp(), url, { json: {} }, read);

describe('the answer of a provider', () => {
  it('is not read further than a million bytes, and its status says whether the message may have been taken', async () => {
    const bytes = 'a'.repeat(1_100_000);
    provider.faults.push({ is: 'endless', status: 200, bytes }, { is: 'endless', status: 400, bytes });
    const outcomes = [await ask(provider.url), await ask(provider.url)];

    expect(outcomes.map(({ is }) => is)).toEqual(['doubtful', 'refused']);
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
