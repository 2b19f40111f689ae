import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader, readRows } from '../../../src/resources/contacts/import/csv-file.ts';
import { givenPlace } from '../../support/database.ts';

/** Reads the rows of the file, and returns how many there are, and how many at most in one turn of the event loop. */
async function readInTurns(path: string): Promise<{ rows: number; atOnce: number }> {
  let turn = 0;
  let isOver = false;
  const nextTurn = () => {
    turn += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const rowsOfTurn = new Map<number, number>();
  for await (const _ of readRows(path, await readHeader(path))) rowsOfTurn.set(turn, (rowsOfTurn.get(turn) ?? 0) + 1);
  isOver = true;
  const counts = [...rowsOfTurn.values()];
  return { rows: counts.reduce((sum, count) => sum + count, 0), atOnce: Math.max(...counts) };
}

describe('a CSV file of very many short rows', () => {
  it.each(['x', 'x,y', 'x,y,z'])('leaves other requests their turns, with rows like %s', async (row) => {
    const place = await givenPlace();
    const path = join(place.dataDir, 'people.csv');
    await writeFile(path, `name,email\n${`${row}\n`.repeat(50_000)}`);

    const { rows, atOnce } = await readInTurns(path);

    expect(rows).toBe(50_000);
    expect(atOnce).toBeLessThan(2000);
    await place.remove();
  });
});
