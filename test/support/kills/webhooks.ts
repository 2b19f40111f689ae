import { createHmac } from 'node:crypto';
import { REPLAY, replaySubject } from '../../../src/resources/webhooks/replay/replay-job.ts';
import { eventually } from '../eventually.ts';
import { send } from '../served-account.ts';
import type { Received } from '../servers/receiver.ts';
import { type Act, command, LONGEST_WORK_MS } from './command.ts';
import { made } from './made.ts';
import type { World } from './world.ts';

/** How many deliveries are sent again. */
const REPLAYED = 40;

/** What is done with the webhook that gets each new message. */
export const ofWebhooks = (world: World): Record<string, Act> => ({
  'webhooks replay': replaying(world),
  'webhooks rotate-secret': rotating(world),
});

/** Sends the newest deliveries again. Those that a replay has must arrive again, all of them and as they were. */
function replaying(world: World): Act {
  const { receiver, webhook } = world;
  let ids: number[] = [];
  const act = command(
    world,
    () => ['webhooks', 'replay', String(webhook.id), '--from', String(ids[0] ?? 1), '--json'],
    {
      beside: true,
    },
  );
  const run = async (work: () => Promise<void>) => {
    ids = await newestDelivered(world);
    const [before, arrived] = [await replaysOf(world), receiver.received.length];
    await work();
    // What was begun is done by the server; otherwise, nothing is sent again.
    const after = await eventually(
      () => replaysOf(world),
      ({ pending }) => pending === 0,
      LONGEST_WORK_MS,
    );
    if (after.last !== before.last) await mustArriveAgain(world, ids, arrived);
  };
  return { kill: () => run(act.kill), finish: () => run(act.finish) };
}

/** How many replays are under way, and the number of the last one; 0 = there was none. */
async function replaysOf({ tx, webhook }: World): Promise<{ pending: number; last: number }> {
  const jobs = await tx.db
    .selectFrom('jobs')
    .select(['id', 'status'])
    .where('subject', '=', replaySubject(webhook.id))
    .where('kind', '=', REPLAY)
    .execute();
  const pending = jobs.filter(({ status }) => status === 'pending').length;
  return { pending, last: Math.max(0, ...jobs.map(({ id }) => id)) };
}

async function newestDelivered({ tx, webhook }: World): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('deliveries')
    .select('id')
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', webhook.id)
    .where('status', '=', 'delivered')
    .orderBy('id', 'desc')
    .limit(REPLAYED)
    .execute();
  return rows.map(({ id }) => id).toReversed();
}

/** @throws Error unless all of them that are still stored arrive */
async function mustArriveAgain({ tx, receiver }: World, ids: number[], before: number): Promise<void> {
  const numberOf = ({ headers }: Received) => Number(headers['x-parley-delivery']);
  await eventually(
    async () => {
      const arrived = new Set(receiver.received.slice(before).map(numberOf));
      const missing = ids.filter((id) => !arrived.has(id));
      if (missing.length === 0) return [];
      return tx.db.selectFrom('deliveries').select('id').where('id', 'in', missing).execute();
    },
    (missing) => missing.length === 0,
  );
}

/** A webhook's secret, and until when the one before it signs as well. */
type Secrets = { secret: string; previous_secret_until: string | null };

/** Gives the webhook another secret: with it, the former one signs as well; or nothing has changed. */
function rotating(world: World): Act {
  const { webhook } = world;
  let former: string | null = null;
  const act = command(world, () => ['webhooks', 'rotate-secret', String(webhook.id), '--json'], { beside: true });
  const run = async (work: () => Promise<void>) => {
    const before = await secretsOf(world);
    await work();
    const after = await secretsOf(world);
    if (after.secret !== before.secret) former = before.secret;
    else if (after.previous_secret_until !== before.previous_secret_until) throw new Error('half of a rotation');
    const secrets = former === null ? [after.secret] : [after.secret, former];
    if (after.previous_secret_until === null && former !== null) throw new Error('the former secret was forgotten');
    await mustSign(world, secrets);
  };
  return { kill: () => run(act.kill), finish: () => run(act.finish) };
}

async function secretsOf({ account, webhook }: World): Promise<Secrets> {
  const webhooks = (await made(() => account.call('GET', '/webhooks'))) as (Secrets & { id: number })[];
  return webhooks.find(({ id }) => id === webhook.id)!;
}

/** @throws Error unless the next message arrives with the signatures by these secrets, in this order, and no other */
async function mustSign(world: World, secrets: string[]): Promise<void> {
  const { account, acknowledged, receiver } = world;
  const conversation = world.conversations.find(({ isTelegram }) => !isTelegram)!;
  const content = `signed ${acknowledged.size}`;
  const { id } = await made(() => send(account, conversation, content));
  acknowledged.set(id, content);
  const isIt = ({ body }: Received) => body.message.id === id;
  await receiver.until((received) => received.some(isIt), 'the signed message');
  const arrived = receiver.received.find(isIt)!;
  const signatures = secrets.map((secret) => signatureBy(secret, arrived)).join(' ');
  const isRight = arrived.headers['webhook-signature'] === signatures;
  if (!isRight) throw new Error(`message ${id} is not signed by ${secrets.length} secrets`);
}

/** As Standard Webhooks has it. */
function signatureBy(secret: string, { headers, raw }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
