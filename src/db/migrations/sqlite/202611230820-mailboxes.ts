import { Migration } from '@mikro-orm/migrations';

/** The mailboxes that are read by IMAP; those that were set up before are read from now on. */
export class Migration202611230820 extends Migration {
  override up(): void {
    this.addSql("create table `mailboxes` (`id` integer not null primary key autoincrement, `channel_id` integer not null, `uid_validity` text null, `last_uid` double not null default 0, `first_uid` double not null default 0, `since` datetime null, `read_at` datetime null, `due_at` datetime null, `leased_by` text null, `failures` integer not null default 0, `refusals` integer not null default 0, constraint `mailboxes_channel_id_foreign` foreign key (`channel_id`) references `channels` (`id`) on delete cascade)");
    this.addSql("create unique index `mailboxes_channel_id_unique` on `mailboxes` (`channel_id`)");
    this.addSql("create index `mailboxes_due_at_index` on `mailboxes` (`due_at`)");
    this.addSql("insert into `mailboxes` (`channel_id`, `due_at`) select `id`, unixepoch() * 1000 from `channels` where `type` = 'email' and json_extract(`settings`, '$.imap_enabled') = 1");
  }
}
