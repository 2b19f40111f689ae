import { Migration } from '@mikro-orm/migrations';

/** erasures */
export class Migration202611231558 extends Migration {
  override up(): void {
    this.addSql("create table `erasures` (`id` integer not null primary key autoincrement, `account_id` integer not null, `contact_id` integer not null, `user_id` integer null, `status` text not null default 'running', `sealed_subject` text null, `counts` json not null default '{}', `digest` text null, `requested_at` datetime not null, `finished_at` datetime null, constraint `erasures_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `erasures_account_id_id_index` on `erasures` (`account_id`, `id`)");
    this.addSql("alter table `contacts` add column `former_ids` json not null default '[]'");
  }
}
