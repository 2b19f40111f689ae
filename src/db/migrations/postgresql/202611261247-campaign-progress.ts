import { Migration } from '@mikro-orm/migrations';

/** How far one-off campaigns are, and indexes for what is due and what waits in an inbox. */
export class Migration202611261247 extends Migration {
  override up(): void {
    this.addSql("alter table \"campaigns\" add \"total_count\" int null, add \"sent_count\" int not null default 0, add \"failed_count\" int not null default 0, add \"turns_count\" int not null default 0, add \"last_contact_id\" int not null default 0, add \"until_contact_id\" int not null default 0");
    this.addSql("create index \"campaigns_scheduled_at_index\" on \"campaigns\" (\"scheduled_at\")");
    this.addSql("create index \"sendings_inbox_id_index\" on \"sendings\" (\"inbox_id\") where status = 'queued'");
  }
}
