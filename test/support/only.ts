import { databaseKind } from './database.ts';

/** The `it` or `describe` of a suite. */
type Block<Skipping> = Skipping & { skip: Skipping };

/** `block` where the run is for that kind of database; what skips it where it is not. */
export function onlyOn<Skipping>(kind: typeof databaseKind, block: Block<Skipping>): Skipping {
  return onlyIf(databaseKind === kind, block);
}

/** `block` if the condition holds; what skips it if not. */
export function onlyIf<Skipping>(condition: boolean, block: Block<Skipping>): Skipping {
  return condition ? block : block.skip;
}
