import { Migration } from '@mikro-orm/migrations';

/** Without the index of all statuses by activity: lists are merged from those of each status. */
export class Migration202611221240 extends Migration {
  override up(): void {
    this.addSql("drop index \"conversations_account_id_last_activity_at_id_index\"");
  }
}
