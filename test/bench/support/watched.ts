import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { type Attached, attachFiles } from '../../../bin/executable/attach-files.ts';
import { BINARY, type Program, type Server } from './processes.ts';
import type { Turn } from './watch-loop.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DIST = dirname(BINARY.command);
const WATCHED = join(DIST, 'parley-watched');
const PRELOADED = join(DIST, 'watch-loop.mjs');

/**
 * The built binary, put together once more so that it takes NODE_OPTIONS, which the original ignores, with watch-loop.ts
 * loaded before its program. Everything else is the same.
 */
export function watchedBinary(): Program {
  if (!existsSync(WATCHED)) assemble();
  const script = readFileSync(join(import.meta.dirname, 'watch-loop.ts'), 'utf8');
  writeFileSync(PRELOADED, transformSync(script, { loader: 'ts' }).code);
  return { ...BINARY, command: WATCHED, nodeOptions: `--require=${PRELOADED}` };
}

function assemble(): void {
  const unfinished = `${WATCHED}-${process.pid}`;
  const config = `${unfinished}.json`;
  const original = JSON.parse(readFileSync(join(DIST, 'sea.json'), 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...original, output: unfinished, execArgvExtension: 'env' }));
  execFileSync(process.execPath, ['--build-sea', config], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const attached = JSON.parse(readFileSync(join(DIST, 'attached.json'), 'utf8')) as Attached;
  attachFiles(
    unfinished,
    attached.map(([name, path]) => [name, join(ROOT, path)]),
  );
  renameSync(unfinished, WATCHED);
  rmSync(config);
}

/** The longest turn of a watched server's event loop since this was last asked; null = the server is not watched. */
export async function longestTurn({ child }: Server): Promise<Turn | null> {
  if (!child.connected) return null;
  child.send('longest turn');
  const [turn] = (await once(child, 'message')) as [Turn];
  return turn;
}
