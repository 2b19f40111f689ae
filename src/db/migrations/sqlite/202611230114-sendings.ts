import { Migration } from '@mikro-orm/migrations';

/**
 * How messages are sent through other services. Messages that waited from before are not sent by surprise: they fail, and can
 * be retried.
 */
export class Migration202611230114 extends Migration {
  override up(): void {
    this.addSql("create table `sendings` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `contact_inbox_id` integer not null, `message_id` integer not null, `status` text not null, `part_ids` json not null, `begun_at` datetime null, `attempts_count` integer not null default 0, `last_error` text null, `created_at` datetime not null, `ended_at` datetime null, constraint `sendings_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)");
    this.addSql("create unique index `sendings_message_id_unique` on `sendings` (`message_id`)");
    this.addSql("create index `sendings_ended_at_index` on `sendings` (`ended_at`)");
    this.addSql("create index `sendings_contact_inbox_id_id_index` on `sendings` (`contact_inbox_id`, `id`) where status = 'queued'");
    this.addSql("create index `sendings_inbox_id_id_index` on `sendings` (`inbox_id`, `id`)");
    this.addSql("update `messages` set status = 'failed', external_error = 'it was written before this server could send it', content_attributes = json_remove(content_attributes, '$.external_delivery') where id in (select json_extract(payload, '$.message_id') from `jobs` where kind = 'send_message' and status = 'pending')");
    this.addSql("delete from `jobs` where kind = 'send_message' and status = 'pending'");
  }
}
