import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../../src/time.ts';
import { withRows } from '../database/rows.ts';
import { type Act, command } from './command.ts';
import type { World } from './world.ts';

const [LONG_AGO_DAYS, OLD_FILE_DAYS] = [400, 3];

/** What removes old events, and files that nothing names. */
export const prunings = (world: World): Record<string, Act> => ({
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
