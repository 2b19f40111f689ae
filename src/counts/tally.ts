/** Counts things by a small number of names. */
export class Tally<Name extends string = string> {
  readonly #counts = new Map<Name, number>();

  note(name: Name): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The names that have occurred, with how often. */
  entries(): [Name, number][] {
    return [...this.#counts];
  }
}
