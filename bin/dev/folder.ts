import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..');
/** What `npm run dev` and `npm run seed` write; Git ignores it. */
export const DEV = join(ROOT, '.dev');

const HASH_LENGTH = 8;
const FILE = 'sign-in.json';

/** The data directory for the database at this address, or for a SQLite file: secrets in a database need the key beside it. */
export function dataDirFor(databaseUrl: string | undefined): string {
  if (!databaseUrl) return join(DEV, 'sqlite');
  return join(DEV, `postgresql-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, HASH_LENGTH)}`);
}

const EMPTY = '# Settings of "npm run dev"; config/default.yaml has all names.\n';
const SETTINGS = join(DEV, 'parley.yaml');

/** The file of settings of `npm run dev`, in place of all others of this machine, which may name the database of an installation. */
export function settingsFile(): string {
  mkdirSync(DEV, { recursive: true, mode: 0o700 });
  if (!existsSync(SETTINGS)) writeFileSync(SETTINGS, EMPTY);
  return SETTINGS;
}

/** How somebody who tries the program gets into the seeded account. */
export type SignIn = {
  account: { id: number; name: string };
  email: string;
  password: string;
  access_token: string;
  website_token: string;
  slug: string;
};

/** Keeps it for later starts, readable by the user of this process alone: the database has only digests. */
export function keepSignIn(dataDir: string, signIn: SignIn): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
}

/** Forgets what `keepSignIn` has kept. */
export function forgetSignIn(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/** Null = the database has not been seeded by this clone. */
export function keptSignIn(dataDir: string): SignIn | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as SignIn;
  } catch {
    return null;
  }
}
