import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  type BareSocket,
  closeSockets,
  contactIdentifier,
  type Frame,
  givenListener,
  givenSocket,
  pubsubTokenOf,
} from '../support/cable/bare-socket.ts';
import { handshake, handshakes } from '../support/cable/handshakes.ts';
import { frames, type Sent } from '../support/cable/frames.ts';
import { reply } from '../support/conversation-calls.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { jsonOf } from '../support/json-of.ts';
import { deepJson } from '../support/openapi/hostile.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../support/public/public-inbox.ts';

/** How many sockets there are. PARLEY_TEST_FUZZ_RUNS for more; PARLEY_TEST_FUZZ_SEED to repeat what failed. */
const RUNS = Number(process.env['PARLEY_TEST_FUZZ_RUNS'] ?? 12) * 5;
const SEED = Number(process.env['PARLEY_TEST_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const FRAMES = 25;
/** The most characters of an identifier. */
const LONGEST = 2000;

let test: TestApp;
let account: TestAccount;
/** What the server has logged: errors, and nothing else. */
const logged: string[] = [];
/** Identifiers with which one may listen. */
let identifiers: string[];
/** Another user, who listens all the time. */
let witness: BareSocket;
/** Has the witness hear a message. */
let speak: () => Promise<Frame>;

beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '0' }, { log: { write: (line) => void logged.push(line) } });
  account = await givenAccount(test);
  const inbox = await givenPublicInbox(test, account);
  const contact = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, contact);
  const agent = await givenAgent(test, account);
  identifiers = [
    agentIdentifier({ ...agent, pubsubToken: await pubsubTokenOf(test, agent.token) }, account),
    contactIdentifier(contact.pubsub_token),
  ];
  speak = async () => {
    const content = randomUUID();
    await reply(account, conversation, { content });
    return witness.frame(({ message }) => message?.data.content === content);
  };
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** Sends the frames, and waits until the server has seen them: they are answered one after the other. */
async function answersTo(sent: readonly Sent[]): Promise<Frame[]> {
  const socket = await givenSocket(test);
  const last = contactIdentifier(randomUUID());
  for (const frame of sent) socket.ws.send(frame);
  socket.subscribe(last);
  await socket.frame(({ identifier }) => identifier === last);
  const answered = socket.frames.filter(({ identifier, type }) => type !== 'welcome' && identifier !== last);
  if (socket.ws.readyState !== socket.ws.OPEN) throw new Error('the socket was closed');
  await socket.close();
  return answered;
}

/** What the document promises, for frames one after the other on a new socket. */
function promised(sent: readonly Sent[]): string[] {
  const standing = new Set<string>();
  return sent.flatMap((frame) => {
    const { command, identifier, data } = objectIn(frame);
    if (typeof identifier !== 'string' || identifier.length > LONGEST) return [];
    if (command === 'unsubscribe') standing.delete(identifier);
    const asks = typeof data === 'string' && objectIn(data)['action'] === 'update_presence';
    if (command === 'message' && asks && standing.has(identifier)) return [`presence ${identifier}`];
    if (command !== 'subscribe' || standing.has(identifier)) return [];
    const { channel, pubsub_token: token } = objectIn(identifier);
    if (channel !== 'RoomChannel' || typeof token !== 'string') return [];
    if (!mayListen(identifier)) return [`reject ${identifier}`];
    standing.add(identifier);
    return [`confirm ${identifier}`, `presence ${identifier}`];
  });
}

/** Whether it says what one of the known identifiers does, however it is spelled. */
function mayListen(identifier: string): boolean {
  const said = objectIn(identifier);
  return identifiers.some((known) => {
    const { pubsub_token, account_id, user_id } = objectIn(known);
    if (said['pubsub_token'] !== pubsub_token) return false;
    if (user_id === undefined) return [undefined, null, ''].includes(said['user_id'] as never);
    return isSpelled(said['user_id'], user_id) && isSpelled(said['account_id'], account_id);
  });
}

/** Whether a value is a known number, or its digits as text. */
const isSpelled = (value: unknown, known: unknown) => value === known || value === String(known);

function objectIn(frame: Sent): Record<string, unknown> {
  const value: unknown = typeof frame === 'string' ? jsonOf(frame) : null;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const KINDS: Record<string, string> = { confirm_subscription: 'confirm', reject_subscription: 'reject' };
const told = ({ identifier, type, message }: Frame) =>
  message?.event === 'presence.update' ? `presence ${identifier}` : `${KINDS[type] ?? type} ${identifier}`;

describe(`frames of every kind (seed ${SEED})`, () => {
  it('are answered as declared or ignored, and leave the server and other sockets alone', async () => {
    witness = await givenListener(test, account, account.administrator);

    // That each frame of the server is as declared, the socket sees to (check-frame.ts).
    await fc.assert(
      fc.asyncProperty(fc.array(frames(identifiers), { minLength: 1, maxLength: FRAMES }), async (sent) => {
        const answers = await answersTo(sent);

        expect(answers.map(told)).toEqual(promised(sent));
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );

    expect(await speak()).toBeDefined();
    expect(witness.frames.filter(({ type }) => type === 'disconnect')).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('may be nested as deeply as they like', async () => {
    witness = await givenListener(test, account, account.administrator);
    const deep = deepJson().map((json) => json.slice(0, 60_000));

    const answers = await answersTo([
      ...deep,
      ...deep.map((json) => `{"command":"subscribe","identifier":${json}}`),
      ...deep.map((json) => JSON.stringify({ command: 'message', identifier: identifiers[0], data: json })),
      JSON.stringify({ command: 'subscribe', identifier: `{"channel":${deep[0]!.slice(0, 1900)}}` }),
    ]);

    expect(answers).toEqual([]);
    expect(await speak()).toBeDefined();
    expect(logged).toEqual([]);
  });
});

describe(`requests for the socket of every kind (seed ${SEED})`, () => {
  it('are granted or refused in the shape of all errors, and leave other sockets alone', async () => {
    witness = await givenListener(test, account, account.administrator);

    await fc.assert(
      fc.asyncProperty(handshakes(), async (headers) => {
        const { status, body } = await handshake(test.url, headers);

        expect([101, 400, 404]).toContain(status);
        if (status !== 101) expect(body).toEqual({ error: expect.any(String), message: expect.any(String) });
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );

    expect(await speak()).toBeDefined();
    expect(logged).toEqual([]);
  });
});

describe('what breaks the WebSocket protocol', () => {
  it.each([
    [
      'text that is no UTF-8',
      1007,
      (socket: BareSocket) => socket.ws.send(Buffer.from([0xff, 0xfe]), { binary: false }),
    ],
    ['a frame above 64 kB', 1009, (socket: BareSocket) => socket.send('x'.repeat(64 * 1024 + 1))],
    ['a large frame of bytes', 1009, (socket: BareSocket) => socket.ws.send(Buffer.alloc(100_000))],
  ])('ends that socket, and no other: %s', async (_, code, send) => {
    witness = await givenListener(test, account, account.administrator);
    const socket = await givenListener(test, account, account.administrator);

    send(socket);

    expect(await socket.closed).toBe(code);
    expect(await speak()).toBeDefined();
    expect(logged).toEqual([]);
  });
});
