import { openTx } from '../../src/db/tx.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../src/db/database.ts';
import type { Orm } from '../../src/db/orm.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { killParley, runParley } from '../support/parley.ts';
import { openPlace } from '../support/database/rows.ts';

/** As many as are imported in one transaction. */
const BATCH = 500;
const KILLS = 6;
/** Each kill is one batch further at least, and most are no more. */
const ROWS = (KILLS + 2) * BATCH;
/** In milliseconds, about as long as a batch takes. */
const LONGEST_PAUSE_MS = 60;

let place: Place;
let orm: Orm;
let rows: Db;
let folder: string;
let file: string;
beforeAll(async () => {
  place = await givenPlace();
  orm = await openPlace(place);
  rows = openTx(orm).db;
  folder = mkdtempSync(join(tmpdir(), 'parley-import-'));
  file = join(folder, 'people.csv');
  const people = Array.from(
    { length: ROWS },
    (_, index) => `p${index},p${index}@example.com,Person ${index},+49301${100_000 + index},"a, b${index % 7}",Acme`,
  );
  writeFileSync(file, `identifier,email,name,phone_number,labels,company\n${people.join('\n')}\n`);
});
afterAll(async () => {
  await orm.close(true);
  await place.remove();
  rmSync(folder, { recursive: true });
});

describe('an import that is killed at six moments and started again', () => {
  it('ends with the contacts of one that was not', async () => {
    const { id: killed } = await givenAccountIn(place, 'killed@example.com');
    const { id: clean } = await givenAccountIn(place, 'clean@example.com');
    const importInto = (account: number) => ['import-contacts', file, '--account', String(account), '--json'];
    const { stdout: reference } = await runParley(importInto(clean), place);

    const counts: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      await killParley(importInto(killed), place, async () => {
        // Some batches further than the last time, and then in the middle of one.
        const enough = (counts.at(-1) ?? 0) + BATCH;
        while ((await keptCountOf(killed)) < Math.min(enough, ROWS)) await pause(10);
        await pause(Math.random() * LONGEST_PAUSE_MS);
      });
      counts.push(await countOf(killed));
    }
    const last = JSON.parse((await runParley(importInto(killed), place)).stdout);

    expect(JSON.parse(reference)).toMatchObject({ total: ROWS, created: ROWS });
    expect(counts.every((count) => count % BATCH === 0)).toBe(true);
    expect(last).toMatchObject({ total: ROWS, failed: 0, updated: 0 });
    expect(last.created + last.unchanged).toBe(ROWS);
    expect(await contactsOf(killed)).toEqual(await contactsOf(clean));
    expect(await keptCountOf(killed)).toBe(ROWS);
  }, 180_000);
});

const contactsOf = (account: number) =>
  rows
    .selectFrom('contacts')
    .select(['identifier', 'email', 'name', 'phone_number', 'labels', 'additional_attributes', 'company'])
    .where('account_id', '=', account)
    .orderBy('email')
    .execute();

async function countOf(account: number): Promise<number> {
  const { count } = await rows
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const keptCountOf = async (account: number) =>
  (await rows.selectFrom('accounts').select('contacts_count').where('id', '=', account).executeTakeFirstOrThrow())
    .contacts_count;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
