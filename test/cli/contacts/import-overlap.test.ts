import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { runParley } from '../../support/parley.ts';

/** As many as are imported in one transaction. */
const ROWS = 500;

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await givenPlace();
  folder = mkdtempSync(join(tmpdir(), 'parley-import-'));
});
afterAll(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

/** A file that gives the same contacts as every other one another city, in the order of `order`. */
function fileOf(city: string, order: number[]): string {
  const file = join(folder, `${city}.csv`);
  writeFileSync(file, `email,city\n${order.map((n) => `p${n}@example.com,${city}`).join('\n')}\n`);
  return file;
}

describe('parley import-contacts, several at once', () => {
  it('all end, in whatever order their rows are', async () => {
    const account = await givenAccountIn(place, 'a@b.example');
    const ascending = Array.from({ length: ROWS }, (_, index) => index);
    const scattered = ascending.map((n) => (n * 1009) % ROWS);
    const files = [fileOf('Bonn', ascending), fileOf('Köln', ascending.toReversed()), fileOf('Ulm', scattered)];

    const ends = await Promise.all(
      files.map((file) => runParley(['import-contacts', file, '--account', String(account.id), '--json'], place)),
    );

    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(files.map(() => [0, '']));
    const counts = ends.map((end) => JSON.parse(end.stdout));
    expect(counts.map(({ created, updated }) => created + updated)).toEqual(files.map(() => ROWS));
    expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(ROWS);
  });

  it('number rejected rows as a spreadsheet does, empty rows included', async () => {
    const { id } = await givenAccountIn(place, 'b@b.example');
    const file = join(folder, 'gaps.csv');
    writeFileSync(file, 'email,name\n\n\nnobody,A\n\n"b@c.example","two\nlines"\nnobody,B\n');

    const answer = await runParley(['import-contacts', file, '--account', String(id), '--json'], place);

    expect(JSON.parse(answer.stdout).errors.map(({ row }: { row: number }) => row)).toEqual([4, 7]);
  });
});
