import { assetText, isExecutable } from './assets.ts';

/** The program's version in package.json. */
export const VERSION = (JSON.parse(assetText('package.json')) as { version: string }).version;

/** The file of the executable with the commit that it was built from, empty where that was not known. */
export const COMMIT_FILE = 'dist/commit.txt';

/** The commit that the program was built from, or whose sources run; null = not known. */
export function commit(): string | null {
  return (isExecutable() ? assetText(COMMIT_FILE).trim() : commitOf(new URL('..', import.meta.url))) || null;
}

/** The commit that is checked out in the folder, where Git is there and knows one; otherwise null. */
export function commitOf(folder: string | URL): string | null {
  // Loaded when needed: few commands start another program, and each would begin later.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    return commit.toString().trim();
  } catch {
    return null;
  }
}
