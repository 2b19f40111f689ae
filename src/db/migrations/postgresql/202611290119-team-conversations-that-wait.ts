import { Migration } from '@mikro-orm/migrations';

/** team-conversations-that-wait */
export class Migration202611290119 extends Migration {
  override up(): void {
    this.addSql("create index \"conversations_team_id_inbox_id_id_index\" on \"conversations\" (\"team_id\", \"inbox_id\", \"id\") where team_id is not null and assignee_id is null and status = 'open'");
  }
}
