import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { deleteAccount } from '../../src/resources/accounts/delete-account.ts';
import { setStatus } from '../../src/resources/accounts/set-status.ts';
import { setPassword } from '../../src/resources/auth/set-password.ts';
import { openSession } from '../../src/resources/sessions/open-session.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  type BareSocket,
  closeSockets,
  givenListener,
  givenSocket,
} from '../support/cable/bare-socket.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { runParley } from '../support/parley.ts';
import { givenPlace } from '../support/database.ts';
import { givenBrowser, OWN_PAGE } from '../support/identity/browser-session.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

type Person = { id: number; email: string; token: string };
type Ended = { account: TestAccount; agent: Person; cookie: string };

const call = (method: string, path: string, headers: Record<string, string>) => test.request(method, path, { headers });
const asBrowser = (cookie: string) => ({ ...OWN_PAGE, cookie });
const asProgram = ({ token }: { token: string }) => ({ api_access_token: token });

/** Each takes away what the agent listens with in the browser. */
const ways: [name: string, end: (given: Ended) => Promise<unknown>][] = [
  ['they sign out', ({ cookie }) => call('DELETE', '/auth/sign_out', asBrowser(cookie))],
  [
    'they end the session from elsewhere',
    async ({ agent, cookie }) => {
      const { body } = await call('GET', '/api/v1/profile/sessions', asBrowser(cookie));
      return call('DELETE', `/api/v1/profile/sessions/${body[0].id}`, asProgram(agent));
    },
  ],
  ['they end all sessions', ({ agent }) => call('DELETE', '/api/v1/profile/sessions', asProgram(agent))],
  [
    'their password is set',
    ({ agent }) => setPassword(test.app.tx(), agent.id, { passwordHash: 'x', revokesTokens: false }, new Date()),
  ],
  [
    'they sign in so often that the session is the oldest of too many',
    async ({ agent }) => {
      for (let count = 0; count < 25; count += 1) await openSession(test.app.tx(), agent, new Date());
    },
  ],
  ['they are taken out of the account', ({ account, agent }) => account.call('DELETE', `/agents/${agent.id}`)],
];

/** The agent, who listens in a browser, and the administrator, who does with a token. */
async function givenListeners() {
  const account = await givenAccount(test);
  const agent = await givenAgent(test, account);
  const cookie = await givenBrowser(test, agent);
  const { body } = await call('GET', '/api/v1/profile', asBrowser(cookie));
  const socket = await givenSocket(test);
  socket.subscribe(agentIdentifier({ id: agent.id, pubsubToken: body.pubsub_token }, account));
  await socket.frame(({ type }) => type === 'confirm_subscription');
  return { account, agent, cookie, socket, administrator: await givenListener(test, account, account.administrator) };
}

/** Well before the next regular look at all subscriptions, after 15 seconds. */
const SOON_MS = 5000;
const isFarewell = ({ type }: { type?: string }) => type === 'disconnect';
/** The frame that says that the socket ends. */
const farewellOf = (socket: BareSocket) =>
  eventually(
    () => socket.frames.find(isFarewell),
    (frame) => frame !== undefined,
    SOON_MS,
  );

it.each(ways)('a socket of the agent ends at once when %s', async (_, end) => {
  const { socket, administrator, ...given } = await givenListeners();

  await end(given);

  expect(await farewellOf(socket)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  expect(administrator.ws.readyState).toBe(administrator.ws.OPEN);
});

it.each([
  ['suspended', (id: number) => setStatus(test.app.tx(), id, 'suspended', new Date())],
  ['deleted', (id: number) => deleteAccount(test.app.tx(), id, new Date())],
])('all sockets of an account end at once when it is %s', async (_, end) => {
  const { account, socket, administrator } = await givenListeners();

  await end(account.id);

  const farewells = await Promise.all([farewellOf(socket), farewellOf(administrator)]);
  expect(farewells.map(({ reason }) => reason)).toEqual(['unauthorized', 'unauthorized']);
});

it('a socket ends soon when a command beside the server ends what it listens with', async () => {
  const place = await givenPlace();
  const own = await givenApp({}, { place });
  const account = await givenAccount(own);
  const socket = await givenListener(own, account, account.administrator);

  const { code } = await runParley(['accounts', 'suspend', String(account.id)], place);

  expect(code).toBe(0);
  expect(await farewellOf(socket)).toMatchObject({ reason: 'unauthorized' });
  await own.stop();
  await place.remove();
});

it('a socket ends at once when its token is revoked, and the one of another token stays', async () => {
  const { account, agent, socket } = await givenListeners();
  const body = { name: 'Screen', scopes: ['write'] };
  const made = await test.request('POST', '/api/v1/profile/access_tokens', { token: agent.token, body });
  const screen = await givenListener(test, account, { id: agent.id, token: made.body.access_token });

  await call('DELETE', `/api/v1/profile/access_tokens/${made.body.id}`, asProgram(agent));

  expect(await farewellOf(screen)).toMatchObject({ reason: 'unauthorized' });
  expect(socket.ws.readyState).toBe(socket.ws.OPEN);
});
