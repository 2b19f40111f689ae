import { Migration } from '@mikro-orm/migrations';

/** Has a job write texts with accents to the search index again, without them. */
export class Migration202611290207 extends Migration {
  override up(): void {
    this.addSql(`insert into jobs (kind, payload, due_at, created_at) select 'fold_search', '{}', unixepoch() * 1000, unixepoch() * 1000
      where exists (select 1 from accounts)`);
  }
}
