import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { eventually } from '../support/eventually.ts';
import { runParley, serveParley } from '../support/parley.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { givenFinishedDeliveries } from '../support/webhooks.ts';

const DELIVERIES = 500;
const KILLS = 3;
/** Those that a killed server may have been sending: they come again. */
const UNDER_WAY = 8;

let place: Place;
let receiver: Receiver;
let env: Record<string, string>;
beforeAll(async () => {
  receiver = await givenReceiver();
  place = await givenPlace();
  env = {
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_WEBHOOKS_CONCURRENCY_PER_RECEIVER: String(UNDER_WAY),
    // What a killed server was doing is taken over soon, also on PostgreSQL.
    PARLEY_WEBHOOKS_TIMEOUT_SECONDS: '2',
  };
});
afterAll(async () => {
  await place.remove();
  await receiver.stop();
});

/** As some minutes do. */
const endLeases = () =>
  withRows(place, (rows) =>
    rows
      .updateTable('jobs')
      .set({ leased_until: new Date(Date.now() - 1000), due_at: new Date(Date.now() - 1000) })
      .where('kind', '=', 'replay_deliveries')
      .where('status', '=', 'pending')
      .execute(),
  );

/** Jobs that send again, and deliveries, which are not done. */
const countLeft = () =>
  withRows(place, async (rows) => {
    const jobs = await rows
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'replay_deliveries')
      .where('status', '=', 'pending')
      .execute();
    const deliveries = await rows.selectFrom('deliveries').select('id').where('finished_at', 'is', null).execute();
    return jobs.length + deliveries.length;
  });

describe('kill -9 while 500 deliveries are sent again', () => {
  it('loses none, and repeats only those that were under way', async () => {
    const { id: accountId, token } = await givenAccountIn(place);
    let server = await serveParley(place, env);
    const answer = await fetch(`${server.url}/api/v1/accounts/${accountId}/webhooks`, {
      method: 'POST',
      headers: { api_access_token: token, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiver.url}/hook`, subscriptions: ['message_created'] }),
    });
    const { id } = (await answer.json()) as { id: number };
    const ids = await withRows(place, (rows) =>
      givenFinishedDeliveries(rows, { id, accountId }, DELIVERIES, { status: 'delivered' }),
    );
    // Slow enough for kills in the middle.
    receiver.reply = () => ({ delayMs: 40 });

    const asked = await runParley(['webhooks', 'replay', String(id), '--from', '1'], place, env);
    for (let round = 1; round <= KILLS; round += 1) {
      const enough = (DELIVERIES / (KILLS + 1)) * round;
      await receiver.until(() => receiver.received.length >= enough);
      await server.kill();
      await endLeases();
      server = await serveParley(place, env);
    }
    await eventually(countLeft, (left) => left === 0);
    await server.stop();

    const sent = receiver.received.map(({ headers }) => Number(headers['x-parley-delivery']));
    const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['x-parley-delivery']);
    expect(asked.stdout).toBe(`${DELIVERIES} queued; the running server sends them again.\n`);
    expect([...new Set(sent)].toSorted((a, b) => a - b)).toEqual(ids);
    expect(sent.length - DELIVERIES).toBeLessThanOrEqual(KILLS * UNDER_WAY);
    for (const same of bodies.values()) expect(new Set(same.map(({ raw }) => raw)).size).toBe(1);
  }, 180_000);
});
