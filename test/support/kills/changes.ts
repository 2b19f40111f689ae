import { sql } from 'kysely';
import type { Tx } from '../../../src/db/tx.ts';
import { createAccount } from '../../../src/resources/accounts/create-account.ts';
import { type Act, command } from './command.ts';
import type { World } from './world.ts';

/** Jobs that are retried at once. */
const DEAD = 300;

/** A command that does everything in one transaction. */
type Change = {
  args: string[];
  /** Of each thing that it changes, whether it has: 1 or 0. */
  parts(): Promise<number[]>;
};

/** Each with a number that it has not had before. */
const CHANGES: ((world: World, number: number) => Change | Promise<Change>)[] = [
  creatingAccount,
  creatingPlatformToken,
  resettingPassword,
  retryingJobs,
];

/** Commands that change several rows at once: all of them, or none. */
export function changing(world: World): Act {
  let number = 0;
  let change: Change | null = null;
  const act = command(world, () => [...change!.args, '--json'], { beside: true });
  const next = async () => {
    const following = await CHANGES[number % CHANGES.length]!(world, number);
    number += 1;
    return following;
  };
  return {
    async kill() {
      change = await next();
      await act.kill();
      const parts = await change.parts();
      if (new Set(parts).size > 1) throw new Error(`${change.args.join(' ')} was done in part: ${parts.join()}`);
    },
    async finish() {
      for (let count = 0; count < CHANGES.length; count += 1) {
        change = await next();
        await act.finish();
        const parts = await change.parts();
        if (parts.some((part) => part !== 1)) throw new Error(`${change.args.join(' ')} was not done: ${parts.join()}`);
      }
    },
  };
}

function creatingAccount({ tx }: World, number: number): Change {
  const [name, email] = [`New ${number}`, `new${number}@example.com`];
  return {
    args: ['create-account', '--name', name, '--email', email],
    parts: () =>
      numbers(
        tx,
        sql`(select count(*) from accounts where name = ${name}) as account,
          (select count(*) from users where email = ${email}) as user_count,
          (select count(*) from account_users m join users u on u.id = m.user_id where u.email = ${email}) as member,
          (select count(*) from access_tokens t join users u on u.id = t.owner_id and t.owner_type = 'User'
            where u.email = ${email}) as token`,
      ),
  };
}

function creatingPlatformToken({ tx }: World, number: number): Change {
  const name = `program ${number}`;
  return {
    args: ['platform-token', 'create', '--name', name],
    parts: () =>
      numbers(
        tx,
        sql`(select count(*) from platform_apps where name = ${name}) as program,
          (select count(*) from access_tokens t join platform_apps p on p.id = t.owner_id and t.owner_type = 'PlatformApp'
            where p.name = ${name}) as token`,
      ),
  };
}

/** With a new password, the tokens of the user have ended. */
async function resettingPassword({ tx }: World, number: number): Promise<Change> {
  const email = `member${number}@example.com`;
  const user = { name: 'Member', email, isProved: true, passwordHash: 'none' };
  await createAccount(tx, { name: `Account of ${email}`, locale: 'en', user }, new Date());
  return {
    args: ['users', 'reset-password', email, '--generate', '--end-tokens'],
    parts: () =>
      numbers(
        tx,
        sql`(select count(*) from users where email = ${email} and password_hash <> 'none') as changed,
          (select 1 - count(*) from access_tokens t join users u on u.id = t.owner_id and t.owner_type = 'User'
            where u.email = ${email}) as ended`,
      ),
  };
}

async function retryingJobs({ tx }: World, number: number): Promise<Change> {
  const [kind, past] = [`killed_${number}`, new Date(0)];
  const job = {
    account_id: null,
    kind,
    payload: '{}' as never,
    status: 'dead' as const,
    due_at: past,
    created_at: past,
  };
  await tx.db
    .insertInto('jobs')
    .values(Array.from({ length: DEAD }, () => ({ ...job, finished_at: new Date() })))
    .execute();
  return {
    args: ['jobs', 'retry', '--all-dead'],
    parts: () =>
      numbers(
        tx,
        sql`(select min(case when status = 'dead' then 0 else 1 end) from jobs where kind = ${kind}) as first,
          (select max(case when status = 'dead' then 0 else 1 end) from jobs where kind = ${kind}) as last`,
      ),
  };
}

/** The values that this selects, of one moment. */
async function numbers({ db }: Tx, selected: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<Record<string, number | string>>`select ${selected}`.execute(db);
  return Object.values(rows[0]!).map(Number);
}
