import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tx } from '../../../src/db/tx.ts';
import { createAccount } from '../../../src/resources/accounts/create-account.ts';
import { givenContactsIn } from '../account-in.ts';
import { makeDue } from '../database/end-leases.ts';
import { rowsOfAccount } from '../database/rows-of-account.ts';
import { eventually } from '../eventually.ts';
import { callsOf } from '../served-account.ts';
import { type Act, command, LONGEST_WORK_MS } from './command.ts';
import { made } from './made.ts';
import { givenPerson, mustBeGone, type Person } from './person.ts';
import type { World } from './world.ts';

/** As many contacts as are removed in two transactions and a part of one. */
const CONTACTS = 250;
const CONTENTS = ['account_users', 'inboxes', 'contacts', 'conversations', 'messages', 'attachments', 'events'];

/** An account that is deleted, and what it had. */
type Doomed = { id: number; token: string; person: Person; had: string };

/** Deletes an account, and another one once it is gone. */
export function deletingAccounts(world: World): Act {
  let doomed: Doomed | null = null;
  let accounts = 0;
  const next = () => {
    accounts += 1;
    return givenDoomed(world, accounts);
  };
  const sign = async () => String((await deletedAt(world, doomed))?.getTime());
  const args = () => ['accounts', 'delete', String(doomed?.id), '--yes', '--json'];
  const act = command(world, args, { beside: true, sign });
  return {
    async kill() {
      doomed ??= await next();
      await act.kill();
      if ((await deletedAt(world, doomed)) === null) return mustBeWhole(world, doomed);
      await mustBeRefused(world, doomed);
      await finishByServer(world, doomed);
      doomed = null;
    },
    async finish() {
      if (doomed === null) return;
      await act.finish();
      await finishByServer(world, doomed);
      doomed = null;
    },
  };
}

async function givenDoomed({ tx, account, folder }: World, number: number): Promise<Doomed> {
  const user = { name: 'Bob', email: `bob${number}@example.com`, isProved: true, passwordHash: null };
  const {
    account: { id },
    accessToken: token,
  } = await createAccount(tx, { name: `Doomed ${number}`, locale: 'en', user }, new Date());
  const call = callsOf(account, { id, token });
  const inbox = await made(() => call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } }));
  const person = await givenPerson(tx, call, inbox, `Bob's customer ${number}`);
  const file = join(folder, 'doomed.csv');
  const rows = Array.from({ length: CONTACTS }, (_, row) => `d${row},d${row}@example.com,Person`);
  writeFileSync(file, `identifier,email,name\n${rows.join('\n')}\n`);
  await givenContactsIn(account.place, id, file);
  return { id, token, person, had: await contentsOf(tx, id) };
}

/** How many rows the account has of what nothing changes by itself. */
async function contentsOf(tx: Tx, id: number): Promise<string> {
  const counts = await rowsOfAccount(tx, id);
  return JSON.stringify(CONTENTS.map((table) => [table, counts[table]]));
}

/** When the account was deleted, or the epoch where it is gone; null = it was not. */
async function deletedAt({ tx }: World, doomed: Doomed | null): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('accounts')
    .select('deleted_at as deletedAt')
    .where('id', '=', doomed?.id ?? 0)
    .executeTakeFirst();
  return row ? row.deletedAt : new Date(0);
}

async function mustBeWhole({ tx }: World, { id, had }: Doomed): Promise<void> {
  const has = await contentsOf(tx, id);
  if (has !== had) throw new Error(`account ${id} is not deleted, but has ${has} of ${had}`);
}

async function mustBeRefused({ account }: World, { id, token }: Doomed): Promise<void> {
  const { status } = await callsOf(account, { id, token })('GET', '/inboxes');
  if (status < 400) throw new Error(`account ${id} is deleted, but answers ${status}`);
}

/** The server goes on with what the command has begun, until nothing is left of the account. */
async function finishByServer({ tx, account }: World, { id, person }: Doomed): Promise<void> {
  await makeDue(tx, ['delete_account', 'remove_files']);
  await eventually(
    async () => ({ ...(await rowsOfAccount(tx, id)), removing: await removalsLeft(tx) }),
    (left) => Object.values(left).every((count) => count === 0),
    LONGEST_WORK_MS,
  );
  await mustBeGone(tx, account.place.dataDir, person);
}

async function removalsLeft(tx: Tx): Promise<number> {
  const left = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['delete_account', 'remove_files'])
    .where('status', '=', 'pending')
    .execute();
  return left.length;
}
