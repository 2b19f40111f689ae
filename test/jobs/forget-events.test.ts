import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryStatus } from '../../src/entities/delivery.ts';
import { forgetEvents } from '../../src/jobs/forget-events.ts';
import { DAY, HOUR } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';

const NOW = new Date('2031-05-10T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.keep_days': '7' });
});
afterAll(() => test.stop());

/** An event, with deliveries of one attempt each. */
async function givenEvent(createdAt: Date, deliveries: { status: DeliveryStatus; finishedAt?: Date }[] = []) {
  const { id } = await test
    .rows()
    .insertInto('events')
    .values({ account_id: 1, type: 'message_created', payload: '{}', created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { status, finishedAt } of deliveries) {
    const delivery = await test
      .rows()
      .insertInto('deliveries')
      .values({
        account_id: 1,
        event_id: id,
        receiver_type: 'Webhook',
        receiver_id: 1,
        lane: 'contact:1',
        status,
        attempts_count: 1,
        created_at: createdAt,
        finished_at: finishedAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test
      .rows()
      .insertInto('delivery_attempts')
      .values({ delivery_id: delivery.id, started_at: createdAt, latency_ms: 5, status_code: 200 })
      .execute();
  }
  return id;
}

/** Which of the events are there, with how many deliveries and attempts. */
async function left(...ids: number[]) {
  const rows = await test
    .rows()
    .selectFrom('events as e')
    .leftJoin('deliveries as d', 'd.event_id', 'e.id')
    .leftJoin('delivery_attempts as a', 'a.delivery_id', 'd.id')
    .where('e.id', 'in', ids)
    .groupBy('e.id')
    .orderBy('e.id')
    .select((eb) => ['e.id', eb.fn.count<number>('d.id').as('deliveries'), eb.fn.count<number>('a.id').as('attempts')])
    .execute();
  return rows.map(({ id, deliveries, attempts }) => [id, Number(deliveries), Number(attempts)]);
}

const countOf = async (table: 'deliveries' | 'delivery_attempts') =>
  (await test.rows().selectFrom(table).select('id').execute()).length;

describe('forgetting events', () => {
  it('removes events that are delivered and old enough, with their deliveries and attempts', async () => {
    const finishedAt = daysAgo(7.9);
    const statuses = ['delivered', 'exhausted', 'cancelled'] as const;
    const old = await givenEvent(
      daysAgo(8),
      statuses.map((status) => ({ status, finishedAt })),
    );
    const unheard = await givenEvent(daysAgo(8));
    const young = await givenEvent(new Date(daysAgo(7).getTime() + HOUR), [{ status: 'delivered', finishedAt: NOW }]);

    await forgetEvents(test.app, NOW);

    expect(await left(old, unheard, young)).toEqual([[young, 1, 1]]);
    expect([await countOf('deliveries'), await countOf('delivery_attempts')]).toEqual([1, 1]);
  });

  it('keeps events that are still due somewhere, or were until recently', async () => {
    const due = await givenEvent(daysAgo(40), [
      { status: 'delivered', finishedAt: daysAgo(40) },
      { status: 'pending' },
    ]);
    const late = await givenEvent(daysAgo(40), [{ status: 'exhausted', finishedAt: daysAgo(6) }]);
    const over = await givenEvent(daysAgo(40), [{ status: 'exhausted', finishedAt: daysAgo(8) }]);

    await forgetEvents(test.app, NOW);

    expect(await left(due, late, over)).toEqual([
      [due, 2, 2],
      [late, 1, 1],
    ]);
  });

  it('removes thousands, past those that it keeps', async () => {
    const kept = await givenEvent(daysAgo(30), [{ status: 'pending' }]);
    const event = { account_id: 2, type: 'message_created' as const, payload: '{}', created_at: daysAgo(20) };
    for (let added = 0; added < 1500; added += 300) {
      await test
        .rows()
        .insertInto('events')
        .values(Array.from({ length: 300 }, () => event))
        .execute();
    }
    const young = await givenEvent(daysAgo(1));

    await forgetEvents(test.app, NOW);

    expect(await left(kept, young)).toEqual([
      [kept, 1, 1],
      [young, 0, 0],
    ]);
    expect(await test.rows().selectFrom('events').select('id').where('account_id', '=', 2).execute()).toEqual([]);
  });

  it('keeps everything if configured so', async () => {
    const { config } = test.app;
    const old = await givenEvent(daysAgo(4000));

    await forgetEvents({ ...test.app, config: { ...config, webhooks: { ...config.webhooks, keep_days: 0 } } }, NOW);

    expect(await left(old)).toEqual([[old, 0, 0]]);
  });
});
