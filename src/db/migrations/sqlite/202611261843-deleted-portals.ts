import { Migration } from '@mikro-orm/migrations';

/** Hides deleted portals while what is in them is being removed. */
export class Migration202611261843 extends Migration {
  override up(): void {
    this.addSql("alter table `portals` add column `deleted_at` datetime null");
    // The index of articles merges its parts only when it is told to (db/search/merge-parts.ts): where many articles are
    // deleted, SQLite would take seconds for it at the end of a transaction.
    this.addSql("insert into article_search (article_search, rank) values ('automerge', 0)");
  }
}
