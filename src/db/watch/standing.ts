import { statSync } from 'node:fs';
import type { LastingFault } from '../faults.ts';
import { migrationState } from '../migrate.ts';
import type { Orm } from '../orm.ts';
import { SECOND } from '../../time.ts';

/** How often to look whether the database is still what it was. */
const LOOK_EVERY_MS = SECOND;

/**
 * Whether the database is still what this process writes to: SQLite goes on writing to a file that was removed or replaced, and
 * loses it when the process ends; and a newer program may understand rows otherwise. As long as it is not, no transaction
 * begins and no statement writes: each throws a ConnectionError with the fault, and goes on when the fault is over.
 */
export class Standing {
  readonly #orm: Orm;
  readonly #file: string | null;
  /** What the file was when it was opened; null = not known. */
  readonly #opened: string | null;

  /** `file`: of a SQLite database that is open; null = it is another one. */
  constructor(orm: Orm, file: string | null) {
    this.#orm = orm;
    this.#file = file;
    this.#opened = file && identityOf(file);
  }

  /** Looks, and has writes refused or taken from now on. Returns why they are refused; null = they are taken. */
  async look(): Promise<LastingFault | null> {
    const { refusal } = this.#orm.database;
    refusal.fault = this.#faultOfFile() ?? (await this.#isNewer()) ?? null;
    return refusal.fault;
  }

  /** Looks each second; `onChange` hears when writes begin to be refused, and to be taken again. Returns what ends it. */
  follow(onChange: (fault: LastingFault | null) => void): () => void {
    const { refusal } = this.#orm.database;
    let known = refusal.fault;
    let looking: Promise<unknown> | null = null;
    const look = async () => {
      // Other faults pass, and are met where something is written.
      const fault = await this.look().catch(() => known);
      if (fault !== known) onChange(fault);
      known = fault;
    };
    const timer = setInterval(() => {
      looking ??= look().finally(() => (looking = null));
    }, LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  #faultOfFile(): LastingFault | null {
    if (this.#file === null || this.#opened === null) return null;
    const now = identityOf(this.#file);
    if (now === null) return 'gone';
    return now === this.#opened ? null : 'replaced';
  }

  /** @throws Error when the database cannot be read */
  async #isNewer(): Promise<LastingFault | null> {
    const { unknown } = await migrationState(this.#orm);
    return unknown.length === 0 ? null : 'newer';
  }
}

/** Device and inode, which tell a file from another file at the same path; null = there is no file. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}
