import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stageOf } from '../../../src/db/unfinished-restore.ts';
import { givenOlderSchema } from '../database/older-schema.ts';
import { withRows } from '../database/rows.ts';
import { givenUnmigratedPlace, type Place } from '../database.ts';
import { deletingAccounts } from './accounts.ts';
import { changing } from './changes.ts';
import { type Act, command } from './command.ts';
import { erasing } from './erase.ts';
import { prunings } from './prune.ts';
import { retrying } from './receive.ts';
import { ofWebhooks } from './webhooks.ts';
import { whileWriting } from './write.ts';
import type { World } from './world.ts';

/** Milliseconds for which a server writes before it is killed, at most. */
const LONGEST_WRITING_MS = 400;
/** As many contacts as are imported in two transactions and a part of one. */
export const IMPORTED = 1100;
const BATCH = 500;
export const OLD_ACCOUNTS = 50;

/** The server, and each of the commands that write. */
export function actsOf(world: World): Record<string, Act> {
  return {
    serve: server(world),
    'import-contacts': importing(world),
    backup: backingUp(world),
    restore: restoring(world),
    migrate: migrating(world),
    ...prunings(world),
    'contacts erase': erasing(world),
    'accounts delete': deletingAccounts(world),
    ...ofWebhooks(world),
    'channels retry': retrying(world),
    'create-account and others': changing(world),
  };
}

/** Where the backups go. */
export const backupsOf = ({ folder }: World) => join(folder, 'backups');

function server(world: World): Act {
  const kill = async () => {
    await whileWriting(world, async () => {
      await sleep(world.random.next() * LONGEST_WRITING_MS);
      await world.account.server.kill();
    });
    await world.startAgain();
  };
  return { kill, finish: async () => {} };
}

/** Backs up into a folder of its own. */
function backingUp(world: World): Act {
  const folder = backupsOf(world);
  const sign = () => (existsSync(folder) ? readdirSync(folder).join() : '');
  return command(world, () => ['backup', '--to', folder, '--json'], { beside: true, sign });
}

/** Imports a file until all of it is there, and then another. */
function importing(world: World): Act {
  const file = join(world.folder, 'people.csv');
  let files = 0;
  const next = () => {
    files += 1;
    const rows = Array.from({ length: IMPORTED }, (_, row) => `p${files}-${row},p${files}-${row}@example.com,Person`);
    writeFileSync(file, `identifier,email,name\n${rows.join('\n')}\n`);
  };
  next();
  const act = command(world, () => ['import-contacts', file, '--account', String(world.account.id), '--json'], {
    beside: true,
  });
  const imported = () => countOf(world.account.place, 'contacts', `p${files}-%`);
  return {
    async kill() {
      await act.kill();
      const count = await imported();
      if (count % BATCH !== 0 && count !== IMPORTED) throw new Error(`${count} contacts of a batch are there`);
      if (count === IMPORTED) next();
    },
    async finish() {
      await act.finish();
      const count = await imported();
      if (count !== IMPORTED) throw new Error(`${count} contacts of ${IMPORTED} are there`);
    },
  };
}

/** Restores one of the backups over what is there. */
function restoring(world: World): Act {
  const newest = () => readdirSync(backupsOf(world)).filter((name) => name.startsWith('parley-'));
  const pick = () => join(backupsOf(world), world.random.pick(newest()));
  const stage = stageOf(world.copy.dataDir);
  const sign = () => String(existsSync(stage) && statSync(stage, { throwIfNoEntry: false })?.birthtimeMs);
  return command(world, () => ['restore', pick(), '--force', '--json'], { place: () => world.copy, sign });
}

/** Migrates a database of the first version until it is current, and then another. */
function migrating(world: World): Act {
  let older: Place | null = null;
  const act = command(world, () => ['migrate'], { place: () => older! });
  return {
    async kill() {
      older ??= await givenOlderPlace();
      await act.kill();
      if ((await migrationsIn(older)) < (await migrationsIn(world.account.place))) return;
      await this.finish();
    },
    async finish() {
      older ??= await givenOlderPlace();
      await act.finish();
      const accounts = await countOf(older, 'accounts', '%');
      if (accounts !== OLD_ACCOUNTS) throw new Error(`${accounts} accounts of ${OLD_ACCOUNTS} are there`);
      await older.remove();
      older = null;
    },
  };
}

async function givenOlderPlace(): Promise<Place> {
  const place = await givenUnmigratedPlace();
  await givenOlderSchema(place, OLD_ACCOUNTS);
  return place;
}

function countOf(place: Place, table: 'contacts' | 'accounts', like: string): Promise<number> {
  return withRows(place, async (rows) => {
    const { count } = await rows
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(table === 'contacts' ? 'identifier' : ('name' as never), 'like', like as never)
      .executeTakeFirstOrThrow();
    return Number(count);
  });
}

const migrationsIn = (place: Place) =>
  withRows(
    place,
    async (rows) =>
      (
        await rows
          .selectFrom('migrations' as never)
          .selectAll()
          .execute()
      ).length,
  );
