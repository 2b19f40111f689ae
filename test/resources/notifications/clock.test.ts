import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endNotificationSnoozes } from '../../../src/jobs/notifications/end-notification-snoozes.ts';
import { forgetNotifications } from '../../../src/jobs/notifications/forget-notifications.ts';
import { DAY, HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { notificationsOf } from './notification-calls.ts';
import { toldDuring } from './told-during.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const END = new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR);

/** A notification of an agent. */
async function given() {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account);
  await givenConversation(account, { assignee_id: gus.id });
  const [{ id }] = await notificationsOf(account, gus);
  const call = (method: string, below: string, body?: object) =>
    account.call(method, `/notifications/${id}${below}`, body, { token: gus.token });
  return { account, gus, id: id as number, call };
}

describe('a snoozed notification', () => {
  it('comes back unread when its time has come, not before', async () => {
    const { account, gus, id, call } = await given();
    await call('PATCH', '');
    await call('POST', '/snooze', { snoozed_until: END.toISOString() });

    const before = await toldDuring(test, account, () => endNotificationSnoozes(test.app, new Date(END.getTime() - 1)));
    const events = await toldDuring(test, account, () =>
      Promise.all([endNotificationSnoozes(test.app, END), endNotificationSnoozes(test.app, END)]),
    );

    expect(before).toEqual([]);
    expect(await notificationsOf(account, gus)).toMatchObject([
      {
        id,
        read_at: null,
        snoozed_until: null,
        last_activity_at: END.getTime() / 1000,
        meta: { last_snoozed_at: END.toISOString() },
      },
    ]);
    expect(events).toEqual([['updated', [[gus.id, id]]]]);
  });

  it('comes back by itself', async () => {
    const { account, gus, id, call } = await given();
    await call('POST', '/snooze', { snoozed_until: END.toISOString() });
    const hidden = await notificationsOf(account, gus);
    await test.rows().updateTable('notifications').set({ snoozed_until: new Date() }).where('id', '=', id).execute();

    const back = await eventually(
      () => notificationsOf(account, gus),
      ({ length }) => length > 0,
    );

    expect(hidden).toEqual([]);
    expect(back).toMatchObject([{ id }]);
  });
});

describe('old notifications', () => {
  it('are forgotten after 30 days without activity, unless they are snoozed', async () => {
    const old = await given();
    const snoozed = await given();
    const fresh = await given();
    const now = new Date();
    await snoozed.call('POST', '/snooze', { snoozed_until: new Date(now.getTime() + 50 * DAY).toISOString() });
    for (const [{ id }, days] of [
      [old, 31],
      [snoozed, 40],
      [fresh, 29],
    ] as const) {
      const at = new Date(now.getTime() - days * DAY);
      await test.rows().updateTable('notifications').set({ last_activity_at: at }).where('id', '=', id).execute();
    }

    const told = await toldDuring(test, old.account, () => forgetNotifications(test.app, now));

    expect(told).toEqual([['deleted', [[old.gus.id, old.id]]]]);
    expect(await notificationsOf(old.account, old.gus)).toEqual([]);
    expect(await notificationsOf(fresh.account, fresh.gus)).toHaveLength(1);
    expect(await notificationsOf(snoozed.account, snoozed.gus, '?includes[]=snoozed')).toHaveLength(1);
  });

  it('are forgotten when the member has 300 newer ones', async () => {
    const { account, gus, id } = await given();
    const one = await test
      .rows()
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const conversation = await test
      .rows()
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', one.conversation_id)
      .executeTakeFirstOrThrow();
    for (let made = 1; made <= 300; made += 1) {
      const { id: _, ...copy } = conversation;
      const texts = Object.fromEntries(
        Object.entries(copy).map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value]),
      ) as typeof copy;
      const { id: conversationId } = await test
        .rows()
        .insertInto('conversations')
        .values({ ...texts, display_id: 1 + made, uuid: `${conversation.uuid} ${made}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: __, ...notification } = one;
      const at = new Date(one.last_activity_at.getTime() + made);
      await test
        .rows()
        .insertInto('notifications')
        .values({ ...notification, conversation_id: conversationId, last_activity_at: at })
        .execute();
    }

    await forgetNotifications(test.app, new Date());

    const { body } = await account.call('GET', '/notifications?sort_order=asc', undefined, { token: gus.token });
    expect(body.data.meta.count).toBe(300);
    expect(body.data.payload[0].primary_actor_id).toBe(2);
  });
});

const isJson = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof Date);
