import { sql } from 'kysely';
import { makeDue } from '../database/end-leases.ts';
import { eventually } from '../eventually.ts';
import { type Act, command, LONGEST_WORK_MS } from './command.ts';
import { CONVERSATIONS, givenPerson, leftOf, mustBeGone, mustBeWhole, type Person } from './person.ts';
import type { World } from './world.ts';

/** Begins the names of those who are erased, and is nowhere once they are. */
export const ERASED = 'zqerased';

/** What erasing a person has come to; null = it has not begun. */
type Erasure = { status: 'running' | 'done'; counts: Record<string, number>; digest: string | null } | null;

/** Erases a person, and goes on with that after a kill; or leaves the rest to the server. */
export function erasing(world: World): Act {
  const { account, tx, random } = world;
  let person: Person | null = null;
  let persons = 0;
  const next = () => {
    persons += 1;
    return givenPerson(tx, account.call, world.inbox, `${ERASED}${persons}x${account.id}`);
  };
  const args = () => ['contacts', 'erase', String(person?.id), '--account', String(account.id), '--json'];
  const act = command(world, args, { beside: true, sign: async () => JSON.stringify(await erasureOf(world, person)) });

  async function finish(): Promise<void> {
    if (person === null) return;
    if ((await erasureOf(world, person))?.status !== 'done') await act.finish();
    await mustBeErased(world, person);
    person = null;
  }
  return {
    async kill() {
      person ??= await next();
      await act.kill();
      const erasure = await look(world, person);
      if (erasure?.status === 'running' && random.next() < 1 / 2) await finishByServer(world, person);
      else if (erasure?.status === 'done') await mustBeErased(world, person);
      else return;
      person = null;
    },
    finish,
  };
}

/** @throws Error when what is left and what is counted as removed is not all together */
async function look(world: World, person: Person): Promise<Erasure> {
  // Both until they agree, because on PostgreSQL a transaction may end after the process that has begun it was killed.
  const read = async () => ({ erasure: await erasureOf(world, person), left: await leftOf(world.tx, person) });
  const agree = ({ erasure, left }: Awaited<ReturnType<typeof read>>) =>
    left.conversations + (erasure?.counts['conversations'] ?? 0) === CONVERSATIONS &&
    left.contacts + (erasure?.counts['contacts'] ?? 0) === 1;
  const { erasure, left } = await eventually(read, agree);
  mustBeWhole(left);
  return erasure;
}

async function erasureOf({ tx }: World, person: Person | null): Promise<Erasure> {
  const row = await tx.db
    .selectFrom('erasures')
    .select(['status', 'counts', 'digest'])
    .where('contact_id', '=', person?.id ?? 0)
    .orderBy('id')
    .executeTakeFirst();
  return row ?? null;
}

async function finishByServer(world: World, person: Person): Promise<void> {
  await makeDue(world.tx, ['erase_contact']);
  await eventually(
    async () => ({ erasure: await erasureOf(world, person), jobs: await jobsOf(world) }),
    ({ erasure }) => erasure?.status === 'done',
    LONGEST_WORK_MS,
  );
  await mustBeErased(world, person);
}

/** The jobs that erase somebody, which say why if they do not. */
function jobsOf({ tx }: World): Promise<object[]> {
  return tx.db
    .selectFrom('jobs')
    .select(['id', 'status', 'attempts_count', 'leased_by', 'due_at', 'last_error'])
    .where('kind', '=', 'erase_contact')
    .where('status', '!=', 'done')
    .execute();
}

/** @throws Error unless everything is gone, was counted once, and is proved in one erasure */
async function mustBeErased(world: World, person: Person): Promise<void> {
  const { status, counts, digest } = (await look(world, person))!;
  const { rows } = await sql`select 1 from erasures where contact_id = ${person.id}`.execute(world.tx.db);
  if (status !== 'done' || digest === null || rows.length !== 1) {
    throw new Error(`${rows.length} erasures, the first ${status}: ${JSON.stringify(counts)}`);
  }
  await mustBeGone(world.tx, world.account.place.dataDir, person);
}
