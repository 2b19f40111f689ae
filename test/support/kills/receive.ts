import type { Tx } from '../../../src/db/tx.ts';
import { eventually } from '../eventually.ts';
import { tokenOf } from '../providers/telegram.ts';
import { messageFrom, somebody } from '../receiving/telegram-chat.ts';
import { type Act, command, LONGEST_WORK_MS } from './command.ts';
import { made } from './made.ts';
import type { World } from './world.ts';

/** As many as are handled again in one transaction, and in a part of one; by so many people. */
const [BATCH, FAILED, PEOPLE] = [100, 120, 4];
const BOT = tokenOf(987_654_321);

/** What an inbox has received and could not handle. */
type Failed = { number: number; ids: number[] };

/** Has failed events handled again until all are, and then others. */
export function retrying(world: World): Act {
  const { tx } = world;
  let inbox: { id: number } | null = null;
  let failed: Failed | null = null;
  let number = 0;
  const next = async () => {
    number += 1;
    const channel = { type: 'telegram', bot_token: BOT };
    inbox ??= (await made(() => world.account.call('POST', '/inboxes', { name: 'Bot', channel }))) as { id: number };
    return { number, ids: await givenFailed(world, inbox, number) };
  };
  const sign = () => (failed ? countWith(tx, failed, 'failed').then(String) : '');
  const act = command(world, () => ['channels', 'retry', String(inbox?.id), '--json'], { beside: true, sign });
  return {
    async kill() {
      failed ??= await next();
      await act.kill();
      const retried = FAILED - (await countWith(tx, failed, 'failed'));
      if (![0, BATCH, FAILED].includes(retried)) throw new Error(`${retried} of a batch are retried`);
      if (retried === FAILED) failed = await afterStoring(world, failed);
    },
    async finish() {
      if (failed === null) return;
      await act.finish();
      failed = await afterStoring(world, failed);
    },
  };
}

/** Messages of Telegram that an earlier version could not handle; their ids. */
async function givenFailed({ tx, account }: World, inbox: { id: number }, number: number): Promise<number[]> {
  const people = Array.from({ length: PEOPLE }, () => somebody());
  const past = new Date();
  const events = Array.from({ length: FAILED }, (_, index) => {
    const person = people[index % PEOPLE]!;
    return {
      account_id: account.id,
      inbox_id: inbox.id,
      key: `failed ${number} ${index}`,
      lane: String(person.id),
      body: JSON.stringify(messageFrom(person, { text: textOf(number, index) })),
      status: 'failed' as const,
      error: 'TypeError: it was not ready for this',
      created_at: past,
      ended_at: past,
    };
  });
  const rows = await tx.db.insertInto('received_events').values(events).returning('id').execute();
  return rows.map(({ id }) => id);
}

const textOf = (number: number, index: number) => `retried ${number} ${index}`;

async function countWith(tx: Tx, { ids }: Failed, status: 'failed' | 'done'): Promise<number> {
  const { count } = await tx.db
    .selectFrom('received_events')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('id', 'in', ids)
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Waits until the server has stored all of them. @throws Error unless each message is there once */
async function afterStoring({ tx }: World, failed: Failed): Promise<null> {
  await eventually(
    () => countWith(tx, failed, 'done'),
    (count) => count === FAILED,
    LONGEST_WORK_MS,
  );
  const stored = await tx.db
    .selectFrom('messages')
    .select('content')
    .where('content', 'like', `retried ${failed.number} %`)
    .execute();
  const texts = stored.map(({ content }) => String(content));
  const wanted = Array.from({ length: FAILED }, (_, index) => textOf(failed.number, index));
  const isRight = texts.length === FAILED && wanted.every((text) => texts.includes(text));
  if (!isRight) throw new Error(`${stored.length} messages are stored of ${FAILED}`);
  return null;
}
