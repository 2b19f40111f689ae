import { databaseKind } from './database.ts';

/** The `it` or `describe` of a suite. */
type Block<Skipping> = Skipping & { skip: Skipping };

/** `block` on that kind of database, `block.skip` on others. */
export function onlyOn<Skipping>(kind: typeof databaseKind, block: Block<Skipping>): Skipping {
  return onlyIf(databaseKind === kind, block);
}

/** `block` if the condition holds, otherwise `block.skip`. */
export function onlyIf<Skipping>(condition: boolean, block: Block<Skipping>): Skipping {
  return condition ? block : block.skip;
}
