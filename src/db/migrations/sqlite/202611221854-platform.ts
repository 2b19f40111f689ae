import { Migration } from '@mikro-orm/migrations';

/** Links to sign in with, tokens that platform apps give to users, and features and deletion of accounts. */
export class Migration202611221854 extends Migration {
  override up(): void {
    this.addSql("create table `login_links` (`id` integer not null primary key autoincrement, `user_id` integer not null, `digest` text not null, `expires_at` datetime not null, `created_at` datetime not null, constraint `login_links_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `login_links_user_id_index` on `login_links` (`user_id`)");
    this.addSql("create unique index `login_links_digest_unique` on `login_links` (`digest`)");
    this.addSql("create index `login_links_expires_at_index` on `login_links` (`expires_at`)");
    this.addSql("alter table `access_tokens` add column `platform_app_id` integer null");
    this.addSql("alter table `accounts` add column `features` json not null default '{}'");
    this.addSql("alter table `accounts` add column `deleted_at` datetime null");
  }
}
