import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../../src/time.ts';
import { withRows } from '../database/rows.ts';
import { type Act, command } from './command.ts';
import { made } from './made.ts';
import { givenPerson, leftOf, mustBeGone, mustBeWhole, type Person } from './person.ts';
import type { World } from './world.ts';

const [LONG_AGO_DAYS, KEPT_DAYS, OLD_FILE_DAYS] = [400, 365, 3];

/** What removes old conversations and contacts, old events, and files that nothing names. */
export const prunings = (world: World): Record<string, Act> => ({
  prune: pruningPeople(world),
  'jobs run forget-events': pruning(world, 'forget-events', forgetSoon),
  'jobs run sweep-files': pruning(world, 'sweep-files', async (world) => ageFiles(world)),
});

/** Removes what is old, after some was made so. */
function pruning(world: World, name: string, age: (world: World) => Promise<void>): Act {
  const act = command(world, () => ['jobs', 'run', name, '--json'], { beside: true });
  return {
    async kill() {
      await age(world);
      await act.kill();
    },
    finish: act.finish,
  };
}

/** Every event that was delivered happened long ago. */
async function forgetSoon({ account }: World): Promise<void> {
  const past = new Date(Date.now() - LONG_AGO_DAYS * DAY);
  await withRows(account.place, async (rows) => {
    const delivered = rows.selectFrom('deliveries').select('event_id').where('status', '=', 'delivered');
    await rows.updateTable('events').set({ created_at: past }).where('id', 'in', delivered).execute();
    await rows.updateTable('deliveries').set({ finished_at: past }).where('status', '=', 'delivered').execute();
  });
}

/** Every file has lain there for days. */
function ageFiles({ account }: World): void {
  const past = new Date(Date.now() - OLD_FILE_DAYS * DAY);
  const folder = join(account.place.dataDir, 'files');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), past, past);
  }
}

/** Removes a person whose conversations were resolved long ago; goes on with that after a kill, or begins with another. */
function pruningPeople(world: World): Act {
  const { account, tx, inbox } = world;
  let person: Person | null = null;
  const next = async () => {
    const former = await givenPerson(tx, account.call, inbox, 'Somebody of long ago');
    await ageAll(world, former);
    return former;
  };
  const conversations = async () => String(person && (await leftOf(tx, person)).conversations);
  const args = ['prune', '--account', String(account.id), '--older-than', String(KEPT_DAYS), '--json'];
  const act = command(world, () => args, { beside: true, sign: conversations });
  return {
    async kill() {
      person ??= await next();
      await act.kill();
      const left = await leftOf(tx, person);
      mustBeWhole(left);
      if (left.contacts > 0) return;
      await mustBeGone(tx, account.place.dataDir, person);
      person = null;
    },
    async finish() {
      if (person === null) return;
      await act.finish();
      await mustBeGone(tx, account.place.dataDir, person);
      person = null;
    },
  };
}

/** The person's conversations are resolved, and all of it happened long ago. */
async function ageAll({ account, tx: { db } }: World, { id, conversations }: Person): Promise<void> {
  const resolve = (of: { id: number }) => account.call('POST', `/conversations/${of.id}/toggle_status`, RESOLVED);
  await Promise.all(conversations.map((conversation) => made(() => resolve(conversation))));
  const past = new Date(Date.now() - LONG_AGO_DAYS * DAY);
  const [old, active] = [{ created_at: past }, { last_activity_at: past }];
  await db
    .updateTable('conversations')
    .set({ ...old, ...active })
    .where('contact_id', '=', id)
    .execute();
  await db
    .updateTable('contacts')
    .set({ ...old, ...active, updated_at: past })
    .where('id', '=', id)
    .execute();
}

const RESOLVED = { status: 'resolved' };
