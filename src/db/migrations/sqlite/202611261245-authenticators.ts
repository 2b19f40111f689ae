import { Migration } from '@mikro-orm/migrations';

/** The apps with which users make codes to sign in with. */
export class Migration202611261245 extends Migration {
  override up(): void {
    this.addSql("create table `authenticators` (`id` integer not null primary key autoincrement, `user_id` integer not null, `sealed_secret` text not null, `enabled_at` datetime null, `last_step` integer not null default 0, `backup_codes` json not null default '[]', `failures` integer not null default 0, `failing_since` datetime null, `created_at` datetime not null, `updated_at` datetime not null, constraint `authenticators_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create unique index `authenticators_user_id_unique` on `authenticators` (`user_id`)");
  }
}
