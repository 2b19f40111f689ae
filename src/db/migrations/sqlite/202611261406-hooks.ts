import { Migration } from '@mikro-orm/migrations';

/** What accounts use of other services: settings of their own, and the connections that there are, with the same ids. */
export class Migration202611261406 extends Migration {
  override up(): void {
    this.addSql("create table `hooks` (`id` integer not null primary key autoincrement, `account_id` integer not null, `app_id` text not null, `authorization_id` integer null, `enabled` boolean not null default true, `settings` json not null default '{}', `sealed_settings` text null, `created_at` datetime not null, `updated_at` datetime not null, constraint `hooks_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `hooks_authorization_id_foreign` foreign key (`authorization_id`) references `authorizations` (`id`) on delete cascade)");
    this.addSql("create unique index `hooks_authorization_id_unique` on `hooks` (`authorization_id`)");
    this.addSql("create unique index `hooks_account_id_app_id_unique` on `hooks` (`account_id`, `app_id`)");
    this.addSql('insert into hooks (id, account_id, app_id, authorization_id, created_at, updated_at) select id, account_id, provider, id, created_at, updated_at from authorizations where channel_id is null and ended_at is null and account_id is not null');
  }
}
