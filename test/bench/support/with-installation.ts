import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, type Installation, type Program } from './processes.ts';

/** An installation with the account 1, in a folder of its own, and the access token of its administrator. */
export type Installed = { program: Program; installation: Installation; folder: string; token: string };

/** Runs `work` on a new installation of the program with the settings `env`, and removes it. */
export async function withInstallation(
  program: Program,
  env: Record<string, string>,
  work: (installed: Installed) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const installation = { dataDir: join(folder, 'data'), env };
    await work({ program, installation, folder, token: await createAccount(program, installation) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
