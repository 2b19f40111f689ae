import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../support/app.ts';
import { databaseKind } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, givenInbox } from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { reply } from '../../support/conversation-calls.ts';
import { givenWebhook, newPath, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'webhooks.timeout_seconds': '2' });
});
afterEach(() => {
  receiver.reply = () => ({});
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

const at = (path: string) => receivedAt(receiver, path);

/** Has the database refuse to keep an attempt that was answered with this. */
async function refuseAttempts(answer: string): Promise<void> {
  const rows = test.rows();
  if (databaseKind === 'sqlite') {
    await sql`create trigger refuse before insert on delivery_attempts when new.response = ${sql.lit(answer)}
      begin select raise(abort, 'refused'); end`.execute(rows);
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    rows,
  );
  await sql`create trigger refuse before insert on delivery_attempts
    for each row when (new.response = ${sql.lit(answer)}) execute function refuse()`.execute(rows);
}

describe('a webhook whose secret is damaged', () => {
  it('keeps no other from its deliveries', async () => {
    const account = await givenAccount(test);
    const [damaged, healthy] = [
      await givenWebhook(receiver, account, 'damaged'),
      await givenWebhook(receiver, account, 'healthy'),
    ];
    const conversation = await givenConversation(account);
    const rows = test.rows();
    await rows.updateTable('webhooks').set({ sealed_secret: 'damaged' }).where('id', '=', damaged.id).execute();

    await reply(account, conversation, { content: 'Is anybody there?' });

    await receiver.until(() => at(healthy.path).length > 0);
    expect(at(damaged.path)).toEqual([]);
  });
});

describe('an attempt that cannot be stored', () => {
  it('leaves attempts that ended at the same time stored, and not sent again', async () => {
    const account = await givenAccount(test);
    const webhooks = [
      await givenWebhook(receiver, account, 'refused'),
      await givenWebhook(receiver, account, 'kept'),
    ] as const;
    const [refused, kept] = webhooks;
    const conversation = await givenConversation(account);
    const both = Promise.withResolvers<void>();
    receiver.reply = ({ path }) => ({ after: both.promise, body: path === refused.path ? 'refused' : 'kept' });
    await refuseAttempts('refused');

    await reply(account, conversation, { content: 'Is anybody there?' });
    await receiver.until(() => webhooks.every(({ path }) => at(path).length > 0));
    both.resolve();
    const deliveries = await eventually(
      () =>
        test
          .rows()
          .selectFrom('deliveries')
          .select('status')
          .where('receiver_type', '=', 'Webhook')
          .where('receiver_id', '=', kept.id)
          .execute(),
      (rows) => rows.every(({ status }) => status === 'delivered'),
    );
    // The one that was not kept comes again, once its time is over.
    await receiver.until(() => at(refused.path).length > 1);

    expect(deliveries).toHaveLength(1);
    expect(at(kept.path)).toHaveLength(1);
  });
});

// SQLite has one writer, and no locks on rows.
onlyOn('postgresql', describe)('a conversation that another program holds', () => {
  it('keeps no delivery of others waiting when one of its own is exhausted', async () => {
    const [failing, account] = [await givenAccount(test), await givenAccount(test)];
    const path = newPath('inbox');
    const inbox = await givenInbox(failing, { type: 'api', webhook_url: `${receiver.url}${path}` });
    const held = await givenConversation(failing, { inbox_id: inbox.id });
    const webhook = await givenWebhook(receiver, account, 'healthy');
    const conversation = await givenConversation(account);
    await receiver.until(() => at(path).length > 0);
    const locked = Promise.withResolvers<void>();
    receiver.reply = (request) =>
      request.body.event === 'message_created' && request.path === path ? { status: 410, after: locked.promise } : {};
    const { body: message } = await reply(failing, held, { content: 'Is anybody there?' });
    await receiver.until(() => at(path).some(({ body }) => body.event === 'message_created'));

    await test.app.tx().transactional(async ({ db }) => {
      await db.selectFrom('conversations').select('id').where('account_id', '=', failing.id).forUpdate().execute();
      locked.resolve();
      for (let count = 1; count <= 3; count += 1) {
        await reply(account, conversation, { content: `message ${count}` });
        await receiver.until(() => at(webhook.path).length === count);
      }
    });

    await eventually(
      () => test.rows().selectFrom('messages').select('status').where('id', '=', message.id).executeTakeFirst(),
      (row) => row?.status === 'failed',
    );
  });
});
