import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** In the data directory: the address at which a server listens, as `serve --port` may have chosen another than the settings have. */
const FILE = 'address';

/** Writes where the server listens, for commands that print addresses; what it returns ends that. It does not throw. */
export function tellAddress({ data_dir: dataDir }: Config, url: string): () => void {
  const path = join(dataDir, FILE);
  attempt(() => writeFileSync(path, url));
  // Another server with the same directory may listen elsewhere by then.
  return () => attempt(() => readFileSync(path, 'utf8') === url && rmSync(path));
}

/** Where a server with these settings listens, unless `server.public_url` says where it is reached; null = none is known to run. */
export function servedAddress({
  data_dir: dataDir,
  server,
}: Pick<Config, 'data_dir'> & { server: Pick<Config['server'], 'public_url'> }): string | null {
  if (server.public_url !== '') return null;
  const told = attempt(() => readFileSync(join(dataDir, FILE), 'utf8'));
  return told !== undefined && URL.canParse(told) ? told : null;
}

/** A full or read-only disk has commands print the address of the settings. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
