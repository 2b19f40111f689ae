import { Migration } from '@mikro-orm/migrations';

/** What providers tell: kept before it is answered, with the files that are fetched later and the ids of messages in channels. */
export class Migration202611230455 extends Migration {
  override up(): void {
    this.addSql("create table `received_events` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `key` text not null, `lane` text not null, `body` text not null, `status` text not null default 'waiting', `error` text null, `created_at` datetime not null, `ended_at` datetime null, constraint `received_events_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)");
    this.addSql("create index `received_events_ended_at_index` on `received_events` (`ended_at`)");
    this.addSql("create index `received_events_inbox_id_lane_id_index` on `received_events` (`inbox_id`, `lane`, `id`) where status = 'waiting'");
    this.addSql("create unique index `received_events_inbox_id_key_unique` on `received_events` (`inbox_id`, `key`)");
    this.addSql("create table `received_files` (`id` integer not null primary key autoincrement, `message_id` integer not null, `source` json not null default '{}', `name` text null, `content_type` text null, `error` text null, `created_at` datetime not null, constraint `received_files_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)");
    this.addSql("create index `received_files_message_id_index` on `received_files` (`message_id`)");
    this.addSql("create table `message_sources` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `key` text not null, `message_id` integer not null, constraint `message_sources_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)");
    this.addSql("create index `message_sources_message_id_index` on `message_sources` (`message_id`)");
    this.addSql("create unique index `message_sources_inbox_id_key_unique` on `message_sources` (`inbox_id`, `key`)");
  }
}
