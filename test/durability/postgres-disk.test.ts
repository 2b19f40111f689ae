import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/postgres.ts';
import { eventually } from '../support/eventually.ts';
import { canMount, givenSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { onOwnServer } from '../support/faults/small-place.ts';
import { onlyIf } from '../support/only.ts';
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
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

const MEBIBYTES = 512;

let own: Place;
let receiver: Receiver;
let disk: SmallDisk;
let postgres: OwnPostgres;
let account: ServedAccount;

onlyIf(databaseKind === 'postgresql' && canMount(), describe)('the disk of PostgreSQL', () => {
  beforeAll(async () => {
    [own, receiver] = await Promise.all([givenPlace(), givenReceiver()]);
    disk = givenSmallDisk(MEBIBYTES);
    postgres = await startOwnPostgres(disk.folder);
    await onOwnServer(postgres, 'create database parley');
    account = await givenServedAccount({ ...own, databaseUrl: `${postgres.url}/parley` }, settingsFor(receiver));
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterAll(async () => {
    await account?.server.stop();
    disk?.free();
    await postgres?.stop();
    disk?.remove();
    await own?.remove();
    await receiver?.stop();
  });

  it.each([
    ['is full, its log with it: it ends, and is started again once there is room', fullWithItsLog],
    ['takes no writes for a while', readOnly],
  ])('%s', async (_, faultDuring) => {
    const conversation = await account.newConversation();
    const acknowledged = new Map<number, string>();
    const write = async () => {
      const reply = await send(account, conversation, `message ${acknowledged.size}`);
      if (reply.status === 201) acknowledged.set(reply.body.id, reply.body.content);
      return reply;
    };
    await write();

    const { refusal, ready, alive } = await faultDuring(async () => ({
      refusal: await eventually(write, ({ status }) => status !== 201),
      ready: await eventually(
        () => account.ask('/readyz'),
        ({ status }) => status !== 200,
      ),
      alive: await account.ask('/livez'),
    }));
    await recovered(account, receiver);
    const taken = await write();

    expectRefused(refusal);
    expect([ready.body.failed.includes('database'), alive.status, taken.status]).toEqual([true, 200, 201]);
    expect(ready.body.checks.database).toMatch(/disk|unreachable/);
    expect(await messagesOf(account, conversation)).toEqual(acknowledged);
    await receiver.until(() => [...acknowledged.keys()].every((id) => deliveredIn(receiver).has(id)), 'every message');
  });

  type Seen = { refusal: Reply; ready: Reply; alive: Reply };

  async function fullWithItsLog(look: () => Promise<Seen>): Promise<Seen> {
    disk.fill();
    // What comes next needs another file of its log.
    await onOwnServer(postgres, 'select pg_switch_wal()').catch(() => {});
    const seen = await look();
    disk.free();
    await postgres.shutDown('immediate').catch(() => {});
    await postgres.start();
    return seen;
  }

  async function readOnly(look: () => Promise<Seen>): Promise<Seen> {
    const letSessions = async (setting: string) => {
      await onOwnServer(postgres, `alter database parley ${setting}`);
      await onOwnServer(postgres, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'parley'");
    };
    await letSessions('set default_transaction_read_only = on');
    const seen = await look();
    await letSessions('reset default_transaction_read_only');
    return seen;
  }
});

function expectRefused({ status, headers, body }: Reply): void {
  expect([503, 507]).toContain(status);
  expect(body).toEqual({ error: expect.any(String), message: expect.stringMatching(/^the .+; try again later$/) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
