import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley } from '../support/parley.ts';

const CLIENTS = 12;

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

/** How a client's requests ended: how many were answered, and what ended the last, which was not. */
type Ended = { answered: number; lastWasClosed: boolean; code: string };

/** Sends requests on one kept connection, each as soon as the one before is answered, until one fails. */
async function keepAsking(url: string, onAnswer: () => void): Promise<Ended> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ended: Ended = { answered: 0, lastWasClosed: false, code: '' };
  while (ended.code === '') {
    try {
      ended.lastWasClosed = await ask(`${url}/readyz`, agent);
      ended.answered += 1;
      onAnswer();
    } catch (error) {
      ended.code = (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
  agent.destroy();
  return ended;
}

/** Whether the answer says that the connection ends with it. */
function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.headers.connection === 'close'));
      response.resume();
    }).on('error', reject);
  });
}

describe('SIGTERM', () => {
  it('lets every request be answered that was sent on a kept connection', async () => {
    const served = await serveParley(place);
    let answered = 0;
    const clients = Array.from({ length: CLIENTS }, () => keepAsking(served.url, () => (answered += 1)));
    await eventually(
      () => answered,
      (count) => count > 20 * CLIENTS,
    );

    const code = await served.stop();

    const ended = await Promise.all(clients);
    expect(code).toBe(0);
    // The next connection is refused, and no request is cut off on one that stood.
    expect(ended).toEqual(
      Array.from({ length: CLIENTS }, () => ({
        answered: expect.any(Number),
        lastWasClosed: true,
        code: 'ECONNREFUSED',
      })),
    );
  });

  it('does not wait for connections on which nothing was ever sent, nor for kept ones', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_DRAIN_SECONDS: '600' });
    const { hostname, port } = new URL(served.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    await ask(`${served.url}/livez`, new Agent({ keepAlive: true }));

    expect(await served.stop()).toBe(0);
    silent.destroy();
  });

  it('has /readyz answer 503 first, while requests are answered, for as long as server.leave_seconds says', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_LEAVE_SECONDS: '600' });
    const stopping = served.stop();
    const ready = await eventually(
      async () => (await fetch(`${served.url}/readyz`)).json() as Promise<{ status: string; failed: string[] }>,
      ({ status }) => status === 'unavailable',
    );
    const { status } = await fetch(`${served.url}/docs`);
    // The second signal ends the process at once.
    const code = await served.stop();
    await stopping;

    expect(ready.failed).toEqual(['server']);
    expect([status, code]).toEqual([200, 1]);
  });
});
