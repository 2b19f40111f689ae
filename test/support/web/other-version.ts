import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledProgram } from '../bundle.ts';
import type { Place } from '../database.ts';
import { eventually } from '../eventually.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What the program reads besides its sources. */
const BESIDE = ['node_modules', 'config', 'templates', 'package.json'];
/** A module of everything that browsers load, and what in it is different in the other version. */
const CHANGED = { file: 'src/web/kit/later.ts', from: 'RETRY_MS = 1000', to: 'RETRY_MS = 1001' };

/**
 * Starts the program at `port` from other sources, so that all files for browsers have other names.
 * @throws Error with what it has printed when it does not start; `stop` does when it has ended before
 */
export async function serveOtherVersion(place: Place, port: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'other-version-'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(folder, name));
  const changed = join(folder, CHANGED.file);
  writeFileSync(changed, readFileSync(changed, 'utf8').replace(CHANGED.from, CHANGED.to));

  const child = spawn(process.execPath, [await programIn(folder), 'serve', '--port', port], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PARLEY_DATA_DIR: place.dataDir, PARLEY_DATABASE_URL: place.databaseUrl },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const requireRunning = () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the other version has ended: ${output}`);
  };
  const stop = async () => {
    try {
      requireRunning();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  // What it prints itself, because another server may have got the port meanwhile.
  const isListening = () => {
    requireRunning();
    return output.includes('Parley is listening on');
  };
  try {
    await eventually(isListening, (isReady) => isReady);
  } catch (error) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`the other version does not listen: ${output}`, { cause: error });
  }
  return { stop };
}

/** The bundled program, whose files are those in `folder`. Returns what starts it. */
async function programIn(folder: string): Promise<string> {
  const start = await bundledProgram();
  const made = dirname(start);
  const own = join(folder, 'program');
  mkdirSync(own);
  copyFileSync(start, join(own, basename(start)));
  const text = readFileSync(join(made, 'parley.cjs'), 'latin1');
  const [from, to] = [ROOT, folder].map((root) => `${pathToFileURL(join(root, 'src')).href}/`);
  writeFileSync(join(own, 'parley.cjs'), text.replaceAll(from!, to!), 'latin1');
  return join(own, basename(start));
}
