import { Migration } from '@mikro-orm/migrations';

/** Threads at Slack; accounts say whether their messages go there. */
export class Migration202611261407 extends Migration {
  override up(): void {
    this.addSql("alter table `accounts` add column `tells_slack` boolean not null default false");
    this.addSql("create table `slack_threads` (`id` integer not null primary key autoincrement, `hook_id` integer not null, `conversation_id` integer not null, `channel_id` text not null, `thread_ts` text null, `last_message_id` integer not null, `sending_message_id` integer null, constraint `slack_threads_hook_id_foreign` foreign key (`hook_id`) references `hooks` (`id`) on delete cascade, constraint `slack_threads_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)");
    this.addSql("create index `slack_threads_conversation_id_index` on `slack_threads` (`conversation_id`)");
    this.addSql("create index `slack_threads_thread_ts_channel_id_index` on `slack_threads` (`thread_ts`, `channel_id`)");
    this.addSql("create unique index `slack_threads_hook_id_conversation_id_unique` on `slack_threads` (`hook_id`, `conversation_id`)");
  }
}
