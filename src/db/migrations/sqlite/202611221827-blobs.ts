import { Migration } from '@mikro-orm/migrations';

/** Files that are uploaded by themselves. */
export class Migration202611221827 extends Migration {
  override up(): void {
    this.addSql("create table `blobs` (`id` integer not null primary key autoincrement, `account_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `checksum` text null, `metadata` json not null default '{}', `width` integer null, `height` integer null, `stored_at` datetime null, `expires_at` datetime null, `created_at` datetime not null, constraint `blobs_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `blobs_account_id_index` on `blobs` (`account_id`)");
    this.addSql("create unique index `blobs_key_unique` on `blobs` (`key`)");
    this.addSql("create index `blobs_expires_at_index` on `blobs` (`expires_at`)");
  }
}
