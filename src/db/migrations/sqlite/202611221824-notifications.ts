import { Migration } from '@mikro-orm/migrations';

/** What members are notified of, what they want to be notified of, and where push messages go. */
export class Migration202611221824 extends Migration {
  override up(): void {
    this.addSql("create table `push_keys` (`id` integer not null primary key, `public_key` text not null, `sealed_private_key` text not null, `created_at` datetime not null)");
    this.addSql("create table `notification_subscriptions` (`id` integer not null primary key autoincrement, `user_id` integer not null, `subscription_type` text not null, `identifier_digest` text not null, `push_token_digest` text null, `sealed_attributes` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notification_subscriptions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `notification_subscriptions_user_id_index` on `notification_subscriptions` (`user_id`)");
    this.addSql("create unique index `notification_subscriptions_identifier_digest_unique` on `notification_subscriptions` (`identifier_digest`)");
    this.addSql("create index `notification_subscriptions_push_token_digest_index` on `notification_subscriptions` (`push_token_digest`)");
    this.addSql("create table `notifications` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `conversation_id` integer not null, `type` text not null, `secondary_actor_type` text null, `secondary_actor_id` integer null, `version` integer not null default 1, `read_at` datetime null, `snoozed_until` datetime null, `last_snoozed_at` datetime null, `last_activity_at` datetime not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notifications_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `notifications_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)");
    this.addSql("create index `notifications_snoozed_until_index` on `notifications` (`snoozed_until`)");
    this.addSql("create index `notifications_user_id_account_id_last_activity_at_id_index` on `notifications` (`user_id`, `account_id`, `last_activity_at`, `id`)");
    this.addSql("create unique index `notifications_conversation_id_user_id_unique` on `notifications` (`conversation_id`, `user_id`)");
    this.addSql("alter table `account_users` add column `email_flags` json not null default '[\"conversation_assignment\"]'");
    this.addSql("alter table `account_users` add column `push_flags` json not null default '[\"conversation_assignment\"]'");
  }
}
