import { Migration } from '@mikro-orm/migrations';

/** For counting conversations with unread messages. */
export class Migration202611221820 extends Migration {
  override up(): void {
    this.addSql("create index \"conversations_account_id_status_inbox_id_team_id_id_index\" on \"conversations\" (\"account_id\", \"status\", \"inbox_id\", \"team_id\", \"id\") where unread_count > 0");
  }
}
