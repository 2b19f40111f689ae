import { Migration } from '@mikro-orm/migrations';

/** Most deliveries are of no message: the index leaves them out. */
export class Migration202611261924 extends Migration {
  override up(): void {
    this.addSql("drop index \"deliveries_message_id_index\"");
    this.addSql("create index \"deliveries_message_id_index\" on \"deliveries\" (\"message_id\") where message_id is not null");
  }
}
