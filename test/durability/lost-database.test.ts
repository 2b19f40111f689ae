import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/postgres.ts';
import { givenPostgresProxy, type PostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyOn } from '../support/only.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import {
  deliveredIn,
  givenServedAccount,
  messagesOf,
  recovered,
  type Reply,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { onOwnServer } from '../support/faults/small-place.ts';
import { holdWriteLock } from '../support/database/write-lock.ts';

const WRITERS = 8;
/** How long a writer waits after a refusal. */
const REFUSED_PAUSE_MS = 50;
const POOL = 3;
/** More connections than there are, so that one that is lost for good is missed. */
const CUTS = POOL + 2;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
});
afterAll(() => receiver.stop());

onlyOn('sqlite', describe)('a SQLite file that another program has locked', () => {
  let place: Place;
  let account: ServedAccount;
  beforeAll(async () => {
    place = await givenPlace();
    account = await givenAccountIn(place);
  });
  afterAll(async () => {
    await account?.server.stop();
    await place?.remove();
  });

  it('is read meanwhile; writes are refused before the lock is gone, and all goes on afterwards', async () => {
    const conversation = await account.newConversation();
    const lock = await holdWriteLock(place);
    let answered = 0;
    const writes = Array.from({ length: 4 }, (_, n) =>
      send(account, conversation, `locked ${n}`).finally(() => (answered += 1)),
    );

    const alive = await account.ask('/livez');
    const list = await account.call('GET', '/conversations');
    const answeredBefore = answered;
    const replies = await Promise.all(writes);
    const ready = await account.ask('/readyz');
    await lock.release();

    expect([alive.status, list.status, answeredBefore]).toEqual([200, 200, 0]);
    for (const reply of replies) expectUnavailable(reply);
    expect([ready.status, ready.body.failed]).toEqual([503, ['database']]);
    expect(ready.body.checks.database).toMatch(/locked by another program/);
    await recovered(account, receiver);
    expect(await messagesOf(account, conversation)).toEqual(new Map());
  });

  it('is written, once the lock is gone, by requests that still wait', async () => {
    const conversation = await account.newConversation();
    const lock = await holdWriteLock(place);
    const write = send(account, conversation, 'after a moment');
    await account.ask('/livez');
    await account.call('GET', '/conversations');

    await lock.release();
    const { status, body } = await write;

    expect(status).toBe(201);
    expect(await messagesOf(account, conversation)).toEqual(new Map([[body.id, 'after a moment']]));
  });
});

onlyOn('postgresql', describe)('a PostgreSQL', () => {
  let postgres: OwnPostgres;
  let account: ServedAccount;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    await onOwnServer(postgres, 'create database parley');
    const place = await givenPlace();
    account = await givenAccountIn({ ...place, databaseUrl: `${postgres.url}/parley` });
  });
  afterAll(async () => {
    await account?.server.stop();
    await postgres?.stop();
  });

  const terminate = () =>
    onOwnServer(postgres, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'parley'");

  it.each([
    ['that ends its connections twice', terminate],
    ['that is restarted twice', restart('fast')],
    ['that crashes twice', restart('immediate')],
  ])('%s loses nothing and stops no server', async (_, fault) => {
    const load = await startLoad(account);
    for (let round = 0; round < 2; round += 1) {
      await load.more(20);
      await fault();
      // What was under way has failed or not; what comes from now on is taken.
      await load.more(20);
    }
    const { acknowledged, others, conversations } = await load.stop();

    await recovered(account, receiver);
    for (const reply of others) expectUnavailable(reply);
    const messages = await Promise.all(conversations.map((conversation) => messagesOf(account, conversation)));
    const kept = new Map(messages.flatMap((some) => [...some]));
    for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
    await receiver.until(() => [...kept.keys()].every((id) => deliveredIn(receiver).has(id)), 'every message');
    for (const id of kept.keys()) expect(deliveredIn(receiver).get(id)?.size).toBe(1);
  });

  it('that is away is reported, and used again when it is back', async () => {
    const conversation = await account.newConversation();
    await postgres.shutDown('fast');

    const [write, list, alive] = await Promise.all([
      send(account, conversation, 'lost'),
      account.call('GET', '/conversations'),
      account.ask('/livez'),
    ]);
    // The result of the last check is reused for a moment.
    const ready = await eventually(
      () => account.ask('/readyz'),
      ({ status }) => status === 503,
    );
    await postgres.start();

    expectUnavailable(write);
    expectUnavailable(list);
    expect(alive.status).toBe(200);
    expect(ready.body.failed).toContain('database');
    expect(ready.body.checks.database).toMatch(/unreachable/);
    await recovered(account, receiver);
  });

  function restart(how: 'fast' | 'immediate') {
    return async () => {
      await postgres.shutDown(how);
      await postgres.start();
    };
  }
});

onlyOn('postgresql', describe)('a connection that is cut', () => {
  let proxy: PostgresProxy;
  let place: Place;
  let account: ServedAccount;
  beforeAll(async () => {
    place = await givenPlace();
    proxy = await givenPostgresProxy(place.databaseUrl);
    account = await givenAccountIn({ ...place, databaseUrl: proxy.url });
  });
  afterAll(async () => {
    await account?.server.stop();
    await proxy?.stop();
    await place?.remove();
  });

  it.each([
    ['begin', /\bbegin\b/i, false],
    ['statement', /insert into "messages"/i, false],
    ['commit', /\bcommit\b/i, false],
    ['commit, which is done all the same,', /\bcommit\b/i, true],
    ['rollback', /\brollback\b/i, false],
  ])('at a %s is replaced, as often as it happens', async (_, statement, arrives) => {
    const conversation = await account.newConversation();
    const email = `${crypto.randomUUID()}@example.com`;
    const replies: Reply[] = [];
    const tryAll = async () => {
      replies.push(await send(account, conversation, 'Who is there?'));
      // The second of the same address is refused, and what was done for it is undone.
      replies.push(await account.call('POST', '/contacts', { name: 'Carla', email }));
    };
    await tryAll();

    proxy.cut(statement, CUTS, arrives);
    await eventually(
      async () => {
        await tryAll();
        return proxy.left();
      },
      (left) => left === 0,
    );

    await recovered(account, receiver);
    for (const reply of replies.filter(({ status }) => ![201, 422].includes(status))) expectUnavailable(reply);
    const kept = await messagesOf(account, conversation);
    const acknowledged = replies.filter(({ status, body }) => status === 201 && body.content !== undefined);
    for (const { body } of acknowledged) expect(kept.has(body.id)).toBe(true);
  });

  it('that falls silent is given up, and another is made once it can be', async () => {
    const conversation = await account.newConversation();
    proxy.fallSilent();

    const replies = await Promise.all(
      Array.from({ length: CUTS }, (_, n) => [
        send(account, conversation, `silent ${n}`),
        account.call('GET', '/conversations'),
      ]).flat(),
    );
    const [ready, alive] = await Promise.all([account.ask('/readyz'), account.ask('/livez')]);
    proxy.goOn();

    for (const reply of replies) expectUnavailable(reply);
    expect([ready.status, alive.status]).toEqual([503, 200]);
    await recovered(account, receiver);
  });

  it('that falls silent does not keep a server from ending', async () => {
    const other = await givenPlace();
    const way = await givenPostgresProxy(other.databaseUrl);
    const { server } = await givenAccountIn({ ...other, databaseUrl: way.url }, { PARLEY_SERVER_DRAIN_SECONDS: '1' });
    way.fallSilent();

    const code = await server.stop();
    await way.stop();
    await other.remove();

    expect(code).toBe(0);
  });
});

function givenAccountIn(place: Place, more: Record<string, string> = {}): Promise<ServedAccount> {
  const settings = { ...settingsFor(receiver), PARLEY_DATABASE_POOL_SIZE: String(POOL), ...more };
  return givenServedAccount(place, settings).then(async (account) => {
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
    return account;
  });
}

function expectUnavailable({ status, headers, body }: Reply): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { error: 'Service unavailable', message: expect.any(String) },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Writers who create messages one after the other, whatever the answers are. */
async function startLoad(account: ServedAccount) {
  const acknowledged = new Map<number, string>();
  const others: Reply[] = [];
  const conversations = await Promise.all(Array.from({ length: WRITERS }, () => account.newConversation()));
  const stopping = new AbortController();

  async function write(conversation: { id: number }): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const reply = await send(account, conversation, `message ${n}`);
      if (reply.status === 201) acknowledged.set(reply.body.id, reply.body.content);
      else {
        others.push(reply);
        await sleep(REFUSED_PAUSE_MS);
      }
    }
  }
  const writers = conversations.map((conversation) => write(conversation));

  return {
    /** Waits until so many more messages were taken. */
    async more(count: number): Promise<void> {
      const enough = acknowledged.size + count;
      await Promise.race([
        eventually(
          () => acknowledged.size,
          (size) => size >= enough,
        ),
        // They do not end by themselves, but for a bug.
        Promise.all(writers),
      ]);
    },
    async stop() {
      stopping.abort();
      await Promise.all(writers);
      return { acknowledged, others, conversations };
    },
  };
}
