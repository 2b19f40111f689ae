import type { DatabaseError } from 'pg';

/**
 * Whether prepared queries are sent by name. Behind a pooler that gives each transaction another connection, names are
 * unknown or taken where they are used; then they are given up until the process ends.
 */
export class NamedStatements {
  #areUsed: boolean;
  readonly #warn: () => void;

  /** `warn` is called once, when names are given up. */
  constructor(areUsed: boolean, warn: () => void) {
    this.#areUsed = areUsed;
    this.#warn = warn;
  }

  get areUsed(): boolean {
    return this.#areUsed;
  }

  /** Gives names up if `error` says that a name is unknown or taken, as PostgreSQL itself never does. */
  note(error: unknown): void {
    if (!this.#areUsed || !isOfNames(error)) return;
    this.#areUsed = false;
    this.#warn();
  }
}

/** Whether a name is not known on the connection (SQLSTATE 26000), or is taken there by another client (42P05). */
export function isOfNames(error: unknown): boolean {
  const { code } = error as Partial<DatabaseError>;
  return code === '26000' || code === '42P05';
}
