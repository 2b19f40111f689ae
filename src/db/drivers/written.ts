import type { QueryResult } from 'kysely';

/** The result of a statement without rows. The number that Kysely has for it is made only where it is asked for. */
export class Written implements QueryResult<unknown> {
  readonly rows = [];
  readonly #changes: number;

  constructor(changes: number) {
    this.#changes = changes;
  }

  get numAffectedRows(): bigint {
    return BigInt(this.#changes);
  }
}
