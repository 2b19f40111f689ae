import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR, SECOND } from '../../src/time.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { runParley } from '../support/parley.ts';
import {
  deliveredIn,
  givenServedAccount,
  messagesIn,
  messagesOf,
  recovered,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { type Clock, givenClock } from '../support/time/clock.ts';

/** The headers of a session. */
const SESSION = ['access-token', 'client', 'uid'];
const PASSWORD = 'Secret-word-1';
const HALF_HOUR_SECONDS = 1800;

let place: Place;
let receiver: Receiver;
let clock: Clock;
let account: ServedAccount;

describe('a clock that is set back by an hour, and right again,', () => {
  beforeAll(async () => {
    [place, receiver] = await Promise.all([givenPlace(), givenReceiver()]);
    clock = givenClock();
    account = await givenServedAccount(place, {
      ...settingsFor(receiver),
      ...clock.env,
      PARLEY_RATE_LIMIT_TRANSCRIPTS_PER_HOUR: '1',
      PARLEY_LIMITS_MESSAGES_PER_MINUTE: '5',
    });
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterAll(async () => {
    await account?.server.stop();
    clock?.remove();
    await place?.remove();
    await receiver?.stop();
  });

  /** What `look` finds before, while the clock shows an hour ago, and when it is right again. */
  async function throughout<T>(look: (when: string) => Promise<T>): Promise<T[]> {
    const before = await look('before');
    clock.set(-HOUR);
    const meanwhile = await look('meanwhile');
    clock.set(0);
    return [before, meanwhile, await look('afterwards')];
  }

  const signIn = (email: string) =>
    fetch(`${account.server.url}/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });

  async function statusOf({ id }: { id: number }): Promise<string> {
    return (await account.call('GET', `/conversations/${id}`)).body.status;
  }

  function snooze({ id }: { id: number }, until: number) {
    const more = { status: 'snoozed', snoozed_until: new Date(until).toISOString() };
    return account.call('POST', `/conversations/${id}/toggle_status`, more);
  }

  it('keeps the order of messages, and has each delivered once', async () => {
    const conversation = await account.newConversation();

    const replies = await throughout((when) => send(account, conversation, when));
    await recovered(account, receiver);

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([...(await messagesOf(account, conversation)).values()]).toEqual(['before', 'meanwhile', 'afterwards']);
    const ids = replies.map(({ body }) => body.id as number);
    await receiver.until(() => ids.every((id) => deliveredIn(receiver).has(id)), 'every message');
    const told = receiver.received.map(({ body }) => body.message.id as number).filter((id) => ids.includes(id));
    expect(told).toEqual(ids);
  });

  it('is as ready as before', async () => {
    const looks = await throughout(() => account.ask('/readyz'));

    expect(looks.map(({ status, body }) => [status, body.failed])).toEqual([1, 2, 3].map(() => [200, []]));
  });

  it('ends a snooze when it shows its time, and at once when it is past that again', async () => {
    const [long, short] = [await account.newConversation(), await account.newConversation()];
    await snooze(long, Date.now() + SECOND);

    clock.set(-HOUR);
    await snooze(short, Date.now() - HOUR + 2 * SECOND);
    await eventually(
      () => statusOf(short),
      (status) => status === 'open',
    );
    const meanwhile = await statusOf(long);
    clock.set(0);
    const afterwards = await eventually(
      () => statusOf(long),
      (status) => status === 'open',
    );

    expect([meanwhile, afterwards]).toEqual(['snoozed', 'open']);
  });

  it('gives the same answer to the same Idempotency-Key', async () => {
    const conversation = await account.newConversation();
    const key = crypto.randomUUID();

    const replies = await throughout(() =>
      account.call(
        'POST',
        messagesIn(conversation),
        { content: 'once', message_type: 'outgoing' },
        { 'idempotency-key': key },
      ),
    );

    expect(replies.map(({ status, body }) => [status, body.id])).toEqual(replies.map(() => [201, replies[0]!.body.id]));
    expect((await messagesOf(account, conversation)).size).toBe(1);
  });

  it('ends no session, and none that began meanwhile', async () => {
    const email = 'grace@example.com';
    await runParley(['create-account', '--name', 'Other', '--email', email, '--password', PASSWORD], place);
    const sessions: Record<string, string>[] = [];

    const statuses = await throughout(async () => {
      const { headers } = await signIn(email);
      sessions.push(Object.fromEntries(SESSION.map((name) => [name, headers.get(name) ?? ''])));
      const looks = sessions.map((headers) => fetch(`${account.server.url}/api/v1/profile`, { headers }));
      return (await Promise.all(looks)).map(({ status }) => status);
    });

    expect(statuses).toEqual([[200], [200, 200], [200, 200, 200]]);
  });

  it('keeps nobody waiting longer than a limit lasts', async () => {
    const attempt = () => signIn('nobody@example.com');
    await eventually(attempt, ({ status }) => status === 429);

    const refusals = await throughout(attempt);

    expect(refusals.map(({ status }) => status)).toEqual([429, 429, 429]);
    const pauses = refusals.map(({ headers }) => Number(headers.get('retry-after')));
    expect(pauses.filter((seconds) => seconds > HALF_HOUR_SECONDS)).toEqual([]);
  });

  it.each([
    [
      'the messages of a conversation',
      (id: number) => [messagesIn({ id }), { content: 'Hi', message_type: 'outgoing' }],
    ],
    ['transcripts', (id: number) => [`/conversations/${id}/transcript`, { email: 'boss@example.com' }]],
  ] as const)('does not count what it shows as later towards the limit of %s', async (_, requestOf) => {
    const { id } = await account.newConversation();
    const [path, body] = requestOf(id) as [string, object];
    const attempt = async () => (await account.call('POST', path, body)).status;
    await eventually(attempt, (status) => status >= 400);

    clock.set(-HOUR);
    const meanwhile = await attempt();
    clock.set(0);
    const afterwards = await attempt();

    expect([meanwhile < 300, afterwards < 300]).toEqual([true, false]);
  });
});
