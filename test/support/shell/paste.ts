import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledProgram } from '../bundle.ts';

/** What a line printed, and how it ended. */
export type Pasted = { line: string; code: number; stdout: string; stderr: string };

/** The lines for a shell in a page, in their order, without those that are empty. */
export function shellLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!);
  return blocks.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
}

/** Puts `parley` into the folder `bin` of `home`: the program as tests start it. Returns the PATH with that folder first. */
export async function givenProgramIn(home: string): Promise<string> {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const binary = process.env['PARLEY_TEST_BINARY'];
  const start = binary ?? `${process.execPath} ${await bundledProgram()}`;
  writeFileSync(join(bin, 'parley'), `#!/bin/sh\nexec ${start} "$@"\n`);
  chmodSync(join(bin, 'parley'), 0o755);
  return `${bin}:${process.env['PATH']}`;
}

/** Runs the lines one after the other in one shell in `home`, as if they were pasted there. */
export async function paste(lines: string[], home: string, env: Record<string, string>): Promise<Pasted[]> {
  const name = (index: number, what: string) => join(home, `.pasted-${index}.${what}`);
  const script = lines.map((line, index) =>
    [
      `{ ${line}`,
      `} >'${name(index, 'out')}' 2>'${name(index, 'err')}' </dev/null`,
      `echo $? >'${name(index, 'code')}'`,
    ].join('\n'),
  );
  const shell = spawn('/bin/sh', ['-c', script.join('\n')], {
    cwd: home,
    env: { ...env, HOME: home },
    stdio: 'inherit',
  });
  await once(shell, 'close');
  return lines.map((line, index) => ({
    line,
    code: Number(readFileSync(name(index, 'code'), 'utf8')),
    stdout: readFileSync(name(index, 'out'), 'utf8'),
    stderr: readFileSync(name(index, 'err'), 'utf8'),
  }));
}
