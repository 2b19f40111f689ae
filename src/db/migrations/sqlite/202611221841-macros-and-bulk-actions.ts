import { Migration } from '@mikro-orm/migrations';

/** Macros, and actions on many conversations or contacts. */
export class Migration202611221841 extends Migration {
  override up(): void {
    this.addSql("create table `macros` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `visibility` text not null default 'personal', `created_by_id` integer null, `updated_by_id` integer null, `actions` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `macros_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `macros_created_by_id_foreign` foreign key (`created_by_id`) references `users` (`id`) on delete set null, constraint `macros_updated_by_id_foreign` foreign key (`updated_by_id`) references `users` (`id`) on delete set null)");
    this.addSql("create index `macros_account_id_index` on `macros` (`account_id`)");
    this.addSql("create index `macros_created_by_id_index` on `macros` (`created_by_id`)");
    this.addSql("create index `macros_updated_by_id_index` on `macros` (`updated_by_id`)");
    this.addSql("create table `bulk_actions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `type` text not null, `task` json not null, `status` text not null default 'queued', `total` integer not null, `done_count` integer not null default 0, `failed_count` integer not null default 0, `errors` json not null default '[]', `position` integer not null default 0, `step` integer not null default 0, `has_failed` boolean not null default false, `created_at` datetime not null, `finished_at` datetime null, constraint `bulk_actions_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `bulk_actions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `bulk_actions_user_id_index` on `bulk_actions` (`user_id`)");
    this.addSql("create index `bulk_actions_finished_at_index` on `bulk_actions` (`finished_at`)");
    this.addSql("create index `bulk_actions_account_id_user_id_id_index` on `bulk_actions` (`account_id`, `user_id`, `id`)");
    this.addSql("alter table `blobs` add column `macro_id` integer null constraint `blobs_macro_id_foreign` references `macros` (`id`) on delete set null");
    this.addSql("create index `blobs_macro_id_index` on `blobs` (`macro_id`)");
  }
}
