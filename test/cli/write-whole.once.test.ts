import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { writeWhole } from '../../src/cli/write-whole.ts';

const MEMORY = '/dev/shm';
let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is written as a whole', () => {
  it.each([
    ['the folder for temporary files', tmpdir()],
    ['memory', MEMORY],
  ])('stays as it was when writing fails half-way: in %s', async (_, parent) => {
    folder = mkdtempSync(join(parent, 'parley-'));
    const path = join(folder, 'kept.txt');
    writeFileSync(path, 'before');

    const writing = writeWhole(path, async (file) => {
      await new Promise((resolve) => file.write('half', resolve));
      file.destroy();
      throw new Error('the disk broke');
    });

    await expect(writing).rejects.toThrow('the disk broke');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['kept.txt']);
  });
});
