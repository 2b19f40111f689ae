import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time for each job to look for work once. */
const JOBS_LOOK_MS = 1000;

/**
 * Has `recorder` (recorder.ts as an executable) start the server, and then run a short command, in a new data directory;
 * the functions that each has called are written to `folder`. Node.js's own code cache has few of them.
 */
export async function compileFunctions(recorder: string, folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-build-'));
  const env = { COMPILED_TO: folder, PARLEY_DATA_DIR: dataDir };
  try {
    await startServer(recorder, env);
    execFileSync(recorder, ['jobs', 'list'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function startServer(recorder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const server = spawn(recorder, ['serve', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  let output = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    output += chunk;
    if (String(chunk).includes('listening')) setTimeout(() => server.kill('SIGTERM'), JOBS_LOOK_MS);
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the server did not start: ${output}`);
}
