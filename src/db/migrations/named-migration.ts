import type { Migration } from '@mikro-orm/migrations';

/** A migration and the name that the database remembers it by; names sort in the order of application. */
export type NamedMigration = {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
};
