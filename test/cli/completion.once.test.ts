import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { givenPlace, type Place } from '../support/database.ts';
import { isInstalled } from '../support/neighbours/programs.ts';
import { onlyIf } from '../support/only.ts';
import { runParley } from '../support/parley.ts';

const run = promisify(execFile);

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

/** The file with the script for a shell. */
async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await runParley(['completion', shell], place);
  expect(code).toBe(0);
  const file = join(place.dataDir, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

describe('parley completion', () => {
  it('has bash complete commands, subcommands and options', async () => {
    const file = await scriptFor('bash');
    const complete = async (...words: string[]) => {
      const ask = `source ${file}; COMP_WORDS=(parley ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _parley; echo "\${COMPREPLY[@]}"`;
      return (await run('bash', ['-c', ask])).stdout.trim().split(' ');
    };

    expect(await complete('create')).toEqual(['create-account']);
    expect(await complete('--json', 'users', 'reset')).toEqual(['reset-password']);
    expect(await complete('users', 'token', '--sc')).toEqual(['--scope']);
    expect(await complete('users', 'token', 'a@example.com', '--data-d')).toEqual(['--data-dir']);
  });

  onlyIf(isInstalled('fish'), it)('has fish complete them with their descriptions', async () => {
    const file = await scriptFor('fish');

    const { stdout } = await run('fish', [
      '-c',
      `source ${file}; complete -C 'parley users to'; complete -C 'parley users token --sc'`,
    ]);

    expect(stdout).toMatch(/^token\t\S/m);
    expect(stdout).toMatch(/^--scope\t\S/m);
  });

  onlyIf(isInstalled('zsh'), it)('is a script that zsh can read', async () => {
    const file = await scriptFor('zsh');

    await expect(run('zsh', ['-n', file])).resolves.toMatchObject({ stderr: '' });
  });

  it('names the shells that it knows', async () => {
    const { code, stderr } = await runParley(['completion', 'tcsh'], place);

    expect(code).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
