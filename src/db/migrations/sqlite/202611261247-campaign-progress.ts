import { Migration } from '@mikro-orm/migrations';

/** How far one-off campaigns are, and indexes for what is due and what waits in an inbox. */
export class Migration202611261247 extends Migration {
  override up(): void {
    this.addSql("alter table `campaigns` add column `total_count` integer null");
    this.addSql("alter table `campaigns` add column `sent_count` integer not null default 0");
    this.addSql("alter table `campaigns` add column `failed_count` integer not null default 0");
    this.addSql("alter table `campaigns` add column `turns_count` integer not null default 0");
    this.addSql("alter table `campaigns` add column `last_contact_id` integer not null default 0");
    this.addSql("alter table `campaigns` add column `until_contact_id` integer not null default 0");
    this.addSql("create index `campaigns_scheduled_at_index` on `campaigns` (`scheduled_at`)");
    this.addSql("create index `sendings_inbox_id_index` on `sendings` (`inbox_id`) where status = 'queued'");
  }
}
