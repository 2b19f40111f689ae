import { Migration } from '@mikro-orm/migrations';

/** The search index merges its parts only when it is told to, a few pages at a time (merge-parts.ts). */
export class Migration202611221610 extends Migration {
  override up(): void {
    this.addSql("insert into message_search (message_search, rank) values ('automerge', 0)");
    this.addSql("insert into contact_search (contact_search, rank) values ('automerge', 0)");
  }
}
