import { Migration } from '@mikro-orm/migrations';

/** New messages wait for the search index by their keys, without being listed. */
export class Migration202611221600 extends Migration {
  override up(): void {
    this.addSql("create table `message_search_mark` (`message_id` integer not null)");
    this.addSql("insert into message_search_mark (message_id) select coalesce(max(id), 0) from messages");
    this.addSql("drop trigger messages_said");
  }
}
