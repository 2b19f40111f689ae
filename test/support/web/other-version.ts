import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../database.ts';
import { eventually } from '../eventually.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What the program reads besides its sources. */
const BESIDE = ['node_modules', 'config', 'templates', 'package.json'];
/** A module of everything that browsers load, and what in it is different in the other version. */
const CHANGED = { file: 'src/web/kit/later.ts', from: 'RETRY_MS = 1000', to: 'RETRY_MS = 1001' };

/** Starts the program at `port` from other sources, so that all files for browsers have other names. */
export async function serveOtherVersion(place: Place, port: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'other-version-'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(folder, name));
  const changed = join(folder, CHANGED.file);
  writeFileSync(changed, readFileSync(changed, 'utf8').replace(CHANGED.from, CHANGED.to));

  const child = spawn(process.execPath, [join(folder, 'src/cli/main.ts'), 'serve', '--port', port], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], PARLEY_DATA_DIR: place.dataDir, PARLEY_DATABASE_URL: place.databaseUrl },
  });
  await eventually(
    () => {
      if (child.exitCode !== null) throw new Error('the other version did not start');
      return fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    (isReady) => isReady,
  );
  return {
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
