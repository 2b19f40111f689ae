import type { Migration } from '@mikro-orm/migrations';

/** A migration and the name under which the database records it; names sort in the order of application. */
export type NamedMigration = {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
};
