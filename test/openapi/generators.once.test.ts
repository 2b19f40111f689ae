import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readDocument } from '../support/openapi/check-answer.ts';

// Programs that make code of the document, as their users run them, and the project's TypeScript on what they make.

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const OF_VERSION_5 = pathToFileURL(join(import.meta.dirname, '../support/openapi/typescript-5.ts'));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-generated-'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(readDocument('spec')));
});

/** Runs a program of a package in the folder. */
async function run(program: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: `--import=${OF_VERSION_5.href}` };
  await promisify(execFile)(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder, env });
}

/** What the compiler has against the file. */
async function errorsIn(file: string): Promise<string> {
  const options = '--noEmit --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler';
  const compile = [join(PACKAGES, 'typescript/bin/tsc'), ...options.split(' '), '--types', '', file];
  const errors = (failure: { stdout: string }) => failure;
  const { stdout } = await promisify(execFile)(process.execPath, compile, { cwd: folder }).catch(errors);
  return stdout;
}

describe('what is made of the document', () => {
  it.each([
    ['openapi-typescript', 'types.ts', ['openapi-typescript/bin/cli.js', 'spec.json', '-o', 'types.ts']],
    [
      'openapi-typescript --enum',
      'enums.ts',
      ['openapi-typescript/bin/cli.js', 'spec.json', '--enum', '-o', 'enums.ts'],
    ],
    [
      '@hey-api/openapi-ts',
      'client/index.ts',
      ['@hey-api/openapi-ts/bin/run.js', '-i', 'spec.json', '-o', 'client', '--silent', '--no-log-file'],
    ],
    [
      "orval's zod",
      'zod.ts',
      ['orval/dist/bin/orval.mjs', '--input', 'spec.json', '--output', './zod.ts', '--client', 'zod'],
    ],
  ])('compiles: %s', async (_, file, [program = '', ...args]) => {
    await run(program, ...args);

    expect(await errorsIn(file)).toBe('');
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/create_?message/i);
  });
});
